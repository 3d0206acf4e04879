//! The files that a command is given: by name, and all of their kind below folders; and what they hold.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::capture::STANDARD_INPUT;

/// The most bytes of a file: more than the largest picture, which is far more than any text.
const MAX_BYTES: u64 = 200_000_000;

/// What is looked for in folders.
pub(super) struct Kind {
    /// What people call such files.
    name: &'static str,
    /// Endings of their names, in lower case.
    endings: &'static [&'static str],
}

pub(super) const PICTURES: Kind = Kind {
    name: "pictures",
    endings: &["png", "jpg", "jpeg", "webp", "gif", "bmp"],
};

pub(super) const PUZZLES: Kind = Kind {
    name: "puzzles",
    endings: &["txt", "puzzle", "json"],
};

pub(super) const FUTOSHIKI: Kind = Kind {
    name: "Futoshiki boards",
    endings: &["futoshiki", "csv", "json", "txt"],
};

/// The files given, and all of this kind below the folders given, in order of their names; each once.
///
/// # Errors
/// When a folder cannot be listed or has no such file.
pub(super) fn find(paths: &[PathBuf], kind: &Kind) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            collect_below(path, kind, &mut found)?;
            if found.len() == before {
                bail!(
                    "no {} below {}: looked for names that end in .{}",
                    kind.name,
                    path.display(),
                    kind.endings.join(", .")
                );
            }
            found[before..].sort();
        } else {
            found.push(path.clone());
        }
    }
    let mut known = BTreeSet::new();
    // What does not exist is complained of later, by its own name.
    found.retain(|path| known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    Ok(found)
}

/// What a file holds, or standard input for `-`, and its name for messages.
///
/// # Errors
/// When it cannot be read, or is larger than any puzzle and any picture.
pub(super) fn read(file: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let is_input = file == Path::new(STANDARD_INPUT);
    let name = if is_input {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    };
    let mut bytes = Vec::new();
    let read: io::Result<usize> = if is_input {
        io::stdin()
            .lock()
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|open| open.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {name}: check its name and your right to read it"))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!(
            "{name} is larger than {} MB: no puzzle and no picture is",
            MAX_BYTES / 1_000_000
        );
    }
    Ok((name, bytes))
}

fn collect_below(folder: &Path, kind: &Kind, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot_list = || format!("cannot list the folder {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_list)? {
        let entry = entry.with_context(cannot_list)?;
        let path = entry.path();
        // A link to a folder is not followed: it may lead back up.
        if entry.file_type().with_context(cannot_list)?.is_dir() {
            collect_below(&path, kind, found)?;
        } else if kind.has(&path) && !path.is_dir() {
            found.push(path);
        }
    }
    Ok(())
}

impl Kind {
    /// Whether a file is called like one of this kind.
    pub(super) fn has(&self, path: &Path) -> bool {
        let ending = path.extension().and_then(OsStr::to_str);
        ending.is_some_and(|it| {
            self.endings
                .iter()
                .any(|known| it.eq_ignore_ascii_case(known))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_at_any_depth_and_with_any_case_of_ending() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["c.JPeG", "b/d.PNG", "a.jpg", "a.txt", "png", "notes.pngx"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = find(&[folder.path().to_owned()], &PICTURES).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|path| path.strip_prefix(folder.path()).unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["a.jpg", "b/d.PNG", "c.JPeG"]);
    }

    #[test]
    fn what_is_given_twice_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "").unwrap();
        let paths = [
            file.clone(),
            folder.path().to_owned(),
            folder.path().join("./a.txt"),
        ];
        assert_eq!(find(&paths, &PUZZLES).unwrap(), [file]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_back_up_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("up.txt")).unwrap();
        assert_eq!(find(&[folder.path().to_owned()], &PUZZLES).unwrap(), [file]);
    }

    #[test]
    fn a_folder_without_pictures_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = find(&[folder.path().to_owned()], &PICTURES).unwrap_err();
        assert!(error.to_string().contains(folder.path().to_str().unwrap()));
    }
}
