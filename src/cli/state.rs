//! The folder where flowbot keeps what it learns and what went wrong.

use std::path::PathBuf;

/// A file or folder of this name in there; `None` on a system that names no place for such files.
pub(super) fn state_file(name: &str) -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("flowbot").join(name))
}
