//! Whether the session that this process runs in has a desktop that can be seen and drawn on.

use super::ScreenError;

/// Refuses Wayland sessions and sessions without a display.
///
/// xcap asks the same variables, and once it believes in Wayland it takes its pictures from there,
/// whatever `DISPLAY` says, while the pointer moves on `DISPLAY`. So both must be out of the way
/// before an X server inside a Wayland session (Xvfb, say) can be used.
///
/// # Errors
/// [`ScreenError::Wayland`] or [`ScreenError::NoDisplay`].
pub(super) fn check(variable: impl Fn(&str) -> Option<String>) -> Result<(), ScreenError> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    if let Some(display) = set("WAYLAND_DISPLAY") {
        return Err(ScreenError::Wayland(format!("WAYLAND_DISPLAY={display}")));
    }
    if set("XDG_SESSION_TYPE").as_deref() == Some("wayland") {
        return Err(ScreenError::Wayland("XDG_SESSION_TYPE=wayland".to_owned()));
    }
    set("DISPLAY").map(drop).ok_or(ScreenError::NoDisplay)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Result<(), ScreenError> {
        check(|name| {
            let found = variables.iter().find(|(key, _)| *key == name)?;
            Some(found.1.to_owned())
        })
    }

    #[test]
    fn an_x_session_is_accepted() {
        assert!(with(&[("DISPLAY", ":0")]).is_ok());
        assert!(with(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "x11")]).is_ok());
        assert!(with(&[("DISPLAY", ":77"), ("WAYLAND_DISPLAY", "")]).is_ok());
    }

    #[test]
    fn a_wayland_session_is_refused_even_with_a_display() {
        for variables in [
            [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")],
            [("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "wayland")],
        ] {
            assert!(matches!(with(&variables), Err(ScreenError::Wayland(_))));
        }
    }

    #[test]
    fn no_display_is_said() {
        assert!(matches!(with(&[]), Err(ScreenError::NoDisplay)));
        assert!(matches!(
            with(&[("DISPLAY", "")]),
            Err(ScreenError::NoDisplay)
        ));
    }
}
