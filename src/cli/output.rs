//! Files that appear whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Parses the name of a file that is to have one of these endings, so that nothing is written under a name that says
/// otherwise.
pub(super) fn ending_in<const COUNT: usize>(
    endings: [&'static str; COUNT],
) -> impl Fn(&str) -> Result<PathBuf, String> + Clone + Send + Sync {
    move |text| {
        let file = PathBuf::from(text);
        if endings.iter().any(|ending| has_ending(&file, ending)) {
            return Ok(file);
        }
        let endings = endings.map(|ending| format!(".{ending}"));
        Err(format!(
            "write a name that ends in {}",
            endings.join(" or ")
        ))
    }
}

/// Whether the name of a file has this ending, in any case of letters.
pub(super) fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// Fails when `path` exists and may not be replaced. Asked before the work that would be lost.
pub(super) fn ensure_may_write(path: &Path, force: bool) -> anyhow::Result<()> {
    if path.exists() && !force {
        bail!(
            "{} exists already; pass --force to replace it, or choose another name or folder",
            path.display()
        );
    }
    Ok(())
}

/// Writes a file by way of a neighbour with another name, so that nobody ever sees half of it; a link stays, and a device
/// is written to. Makes the folder when it is missing.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()));
    }
    let name = path
        .file_name()
        .with_context(|| format!("{} names no file", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let draft = folder.join(format!(
        ".{}.{}.part",
        name.to_string_lossy(),
        std::process::id()
    ));
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // What is left of the draft is of no use, and the first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_force_and_no_draft_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/a.puzzle");
        ensure_may_write(&path, false).unwrap();
        write_whole(&path, b"one").unwrap();
        let refused = ensure_may_write(&path, false).unwrap_err().to_string();
        assert!(refused.contains("a.puzzle") && refused.contains("--force"));
        ensure_may_write(&path, true).unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_written_and_what_is_no_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(write_whole(folder.path(), b"new").is_err());
        assert!(folder.path().is_dir());
    }
}
