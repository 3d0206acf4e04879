//! The pictures that a command is given: files, and folders with pictures below them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Endings of the names of picture files, in lower case.
const ENDINGS: [&str; 3] = ["png", "jpg", "jpeg"];

/// The files given, and all pictures below the folders given, in order of their names.
///
/// # Errors
/// When a path does not exist or a folder has no picture.
pub(super) fn find(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            collect_below(path, &mut found)?;
            if found.len() == before {
                bail!(
                    "no pictures below {}: looked for names that end in .png, .jpg or .jpeg",
                    path.display()
                );
            }
            found[before..].sort();
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn collect_below(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot_list = || format!("cannot list the folder {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_list)? {
        let entry = entry.with_context(cannot_list)?;
        let path = entry.path();
        // A link to a folder is not followed: it may lead back up.
        if entry.file_type().with_context(cannot_list)?.is_dir() {
            collect_below(&path, found)?;
        } else if is_named_as_picture(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn is_named_as_picture(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|ending| {
            ENDINGS
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
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
        let found = find(&[folder.path().to_owned()]).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|path| path.strip_prefix(folder.path()).unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["a.jpg", "b/d.PNG", "c.JPeG"]);
    }

    #[test]
    fn a_folder_without_pictures_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = find(&[folder.path().to_owned()]).unwrap_err();
        assert!(error.to_string().contains(folder.path().to_str().unwrap()));
    }
}
