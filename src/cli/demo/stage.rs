//! What a live game needs around it: a display of its own with a window manager, and a browser window.
//! All of it ends when it is dropped.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use tempfile::TempDir;

/// Width and height of a display of our own, in pixels.
const SCREEN: (u32, u32) = (1600, 1000);
/// Width and height of the browser window: the board of the practice page fits exactly.
const WINDOW: (u32, u32) = (760, 920);
/// Where its top left corner is.
const CORNER: (u32, u32) = (60, 20);

/// Browsers that can show a page without tabs and address bar, by the names that systems give them.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser shows our own page only, with a new profile: no first-run pages, no calls home.
const BROWSER_FLAGS: [&str; 7] = [
    "--test-type",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

const ADVICE: &str = "`make setup` installs it on Debian and Ubuntu";

/// What a window manager says when it is ready for windows.
const MANAGING: &str = "managing";

/// What a browser needs to start as root: its sandbox wants an ordinary user.
const FLAG_FOR_ROOT: &str = "--no-sandbox";

/// An X display that nobody sees (Xvfb).
pub struct Display {
    // Ended in this order.
    manager: Option<Process>,
    server: Process,
    name: String,
}

impl Display {
    /// Starts one with a window manager (openbox), and waits until that manages windows.
    ///
    /// # Errors
    /// When Xvfb or openbox is not there or does not start.
    pub fn open() -> anyhow::Result<Self> {
        let mut display = Self::bare()?;
        let mut openbox = Command::new("openbox");
        // The command is run when the windows are managed.
        openbox
            .args(["--sm-disable", "--startup", &format!("echo {MANAGING}")])
            .stdout(Stdio::piped());
        display.host(&mut openbox);
        let mut manager = Process::start(openbox)?;
        let output = manager.child.stdout.take();
        let mut output = BufReader::new(output.context("openbox has no output")?);
        let mut line = String::new();
        while line.trim_end() != MANAGING {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                bail!("openbox ended before it managed the display");
            }
        }
        // What it says later is read until it ends: a closed or full pipe would stop it.
        std::thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        display.manager = Some(manager);
        Ok(display)
    }

    /// Starts one with the next free number and nothing on it.
    ///
    /// # Errors
    /// When Xvfb is not there or does not start.
    pub fn bare() -> anyhow::Result<Self> {
        let (width, height) = SCREEN;
        let mut xvfb = Command::new("Xvfb");
        // Without `-noreset` the server cuts off whoever connects just when its last other program goes.
        xvfb.args(["-displayfd", "1", "-noreset"])
            .args(["-nolisten", "tcp", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .stdout(Stdio::piped());
        let mut server = Process::start(xvfb)?;
        // The server writes its number when it is ready for programs.
        let mut number = String::new();
        if let Some(output) = server.child.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        if number.trim().is_empty() {
            bail!("Xvfb ended before it had a display");
        }
        Ok(Self {
            manager: None,
            server,
            name: format!(":{}", number.trim()),
        })
    }

    /// What programs call it: `:7`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The process of the X server.
    pub fn server(&self) -> u32 {
        self.server.child.id()
    }

    /// Makes a program run on this display, whatever the session it is started from.
    pub fn host(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.name)
            .env("XDG_SESSION_TYPE", "x11")
            .env_remove("WAYLAND_DISPLAY");
    }
}

/// A browser window that shows one page.
pub struct Browser {
    // The profile can be removed when the browser no longer writes to it.
    process: Process,
    _profile: TempDir,
}

impl Browser {
    /// Opens a window with a page; on the display of this process if no other is given.
    ///
    /// # Errors
    /// When there is no browser.
    pub fn open(url: &str, display: Option<&Display>) -> anyhow::Result<Self> {
        let program = find(&BROWSERS).with_context(|| {
            format!(
                "no browser: one of {} is needed; {ADVICE}",
                BROWSERS.join(", ")
            )
        })?;
        let profile = tempfile::tempdir().context("cannot make a folder for the browser")?;
        let mut command = Command::new(program);
        command
            .args(BROWSER_FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("--window-size={},{}", WINDOW.0, WINDOW.1))
            .arg(format!("--window-position={},{}", CORNER.0, CORNER.1))
            .arg(format!("--app={url}"))
            .stdout(Stdio::null());
        if is_root() {
            command.arg(FLAG_FOR_ROOT);
        }
        if let Some(display) = display {
            display.host(&mut command);
        }
        Ok(Self {
            process: Process::start(command)?,
            _profile: profile,
        })
    }

    /// Whether the browser has ended: it was closed, or could not open a window.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.process.child.try_wait(), Ok(None))
    }

    /// Ends the browser from anywhere, as a crash does.
    pub fn killer(&self) -> impl Fn() + Send + Sync + 'static {
        let group = self.process.child.id();
        move || signal(group, Ending::AtOnce)
    }
}

/// The first of some programs that is installed.
fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut files = programs
        .iter()
        .flat_map(|program| folders.iter().map(move |folder| folder.join(program)));
    files.find(|file| file.is_file())
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    false
}

/// A program that ends, with all that it started, when this is dropped.
struct Process {
    child: Child,
}

impl Process {
    fn start(mut command: Command) -> anyhow::Result<Self> {
        // What such programs complain about on a machine without sound, dbus and graphics is no news.
        command.stdin(Stdio::null()).stderr(Stdio::null());
        // A group of its own: Ctrl-C reaches only flowbot, which lets go of the mouse before they end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().with_context(|| {
            let program = command.get_program().to_string_lossy();
            format!("cannot start {program}; {ADVICE}")
        })?;
        Ok(Self { child })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        signal(self.child.id(), Ending::AtOnce);
        // What could not be ended, or has ended already, is none of ours.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// How programs are asked to end.
#[derive(Clone, Copy)]
pub(super) enum Ending {
    /// They may tidy up first.
    Gently,
    /// They cannot refuse.
    AtOnce,
}

/// Ends all programs of a group, where the system has groups.
pub(super) fn signal(group: u32, ending: Ending) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = match ending {
            Ending::Gently => Signal::TERM,
            Ending::AtOnce => Signal::KILL,
        };
        if let Some(group) = Pid::from_raw(group.cast_signed()) {
            // They may have ended already.
            kill_process_group(group, signal).ok();
        }
    }
    #[cfg(not(unix))]
    let _ = (group, ending);
}
