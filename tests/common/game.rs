//! The practice game as a process of its own, asked over HTTP what it says.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use flowbot::practice::{Report, State};

/// Longer than anything that is waited for takes on a busy machine, such as the first start of a browser.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// How often something that is waited for is asked about.
const BEAT: Duration = Duration::from_millis(20);

/// A running `flowbot practice`; dropping it ends it.
pub struct Game {
    child: Child,
    /// What it printed: the address of the page.
    pub url: String,
    port: u16,
}

impl Game {
    /// Starts `flowbot practice` on a free port.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flowbot"))
            .arg("practice")
            .args(arguments)
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("flowbot can be started");
        let output = child.stdout.take().expect("standard output is a pipe");
        let mut url = String::new();
        let read = BufReader::new(output).read_line(&mut url);
        read.expect("flowbot practice prints text");
        let port = url
            .split([':', '/'])
            .nth(4)
            .and_then(|port| port.parse().ok());
        Self {
            child,
            port: port.unwrap_or_else(|| panic!("no port in {url:?}")),
            url: url.trim_end().to_owned(),
        }
    }

    /// The port that the game was given.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The number of the game's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the game has ended.
    pub fn ended(&mut self) -> ExitStatus {
        self.child.wait().expect("the game can be waited for")
    }

    /// The status line and headers, and the body, of an answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (String, String) {
        self.ask_host("Host: localhost\r\n", method, path, body)
    }

    /// The same, with this line for the host.
    pub fn ask_host(&self, host: &str, method: &str, path: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the game listens");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream
            .write_all(request.as_bytes())
            .expect("the game takes a question");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("the game answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
        (head.to_owned(), body.to_owned())
    }

    /// What the game says.
    pub fn state(&self) -> State {
        let (_, body) = self.ask("GET", "/state", "");
        serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error} in {body}"))
    }

    /// Waits until the game says so, and gives what it says about the level on show.
    #[track_caller]
    pub fn wait_until(&self, what: &str, mut is_so: impl FnMut(&Report) -> bool) -> Report {
        let begin = Instant::now();
        loop {
            let state = self.state();
            match state.current() {
                Some(report) if is_so(report) => return report.clone(),
                _ if begin.elapsed() > PATIENCE => panic!("never {what}: {state:?}"),
                _ => std::thread::sleep(BEAT),
            }
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
