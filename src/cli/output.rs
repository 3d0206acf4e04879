//! Files that appear whole or not at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// Fails when `path` exists and may not be replaced. Asked before the work that would be lost.
pub(super) fn ensure_may_write(path: &Path, force: bool) -> anyhow::Result<()> {
    if path.exists() && !force {
        bail!(
            "{} exists already; pass --force to replace it, or choose another folder",
            path.display()
        );
    }
    Ok(())
}

/// Writes a file by way of a neighbour with another name, so that nobody ever sees half of it.
/// Makes the folder when it is missing.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
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
}
