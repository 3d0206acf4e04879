//! The web server: the files of the page, its levels, its reports.

use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};

use oxhttp::Server;
use oxhttp::model::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use oxhttp::model::{Body, Method, Request, Response, StatusCode};

use super::levels::PageLevel;
use super::{PracticeError, Report, ShowMe, State};
use crate::puzzle::flow::text::Level;

/// A script of the page: its address, type and text.
macro_rules! script {
    ($name:literal) => {
        (
            concat!("/", $name),
            "text/javascript",
            include_str!(concat!("page/", $name)),
        )
    };
}

/// The files of the page: address, type, text.
const FILES: [(&str, &str, &str); 17] = [
    ("/", "text/html", include_str!("page/index.html")),
    ("/style.css", "text/css", include_str!("page/style.css")),
    script!("game.js"),
    script!("around.js"),
    script!("behaviours.js"),
    script!("board.js"),
    script!("box.js"),
    script!("ending.js"),
    script!("film.js"),
    script!("input.js"),
    script!("limit.js"),
    script!("looks.js"),
    script!("meter.js"),
    script!("mirror.js"),
    script!("paint.js"),
    script!("shape.js"),
    script!("tiling.js"),
];

/// What the address of a level's film begins with; its number follows.
const FILM: &str = "/film/";
/// A report is a few hundred bytes and the grid; no board is this large.
const LONGEST_REPORT: u64 = 1 << 20;
/// The names of this machine that requests may be for.
const HOSTS: [&str; 2] = ["127.0.0.1", "localhost"];
/// Far more than a browser opens; each is a thread.
const MOST_CONNECTIONS: usize = 64;

/// The game as it is being served, until the process ends.
pub struct Practice {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl Practice {
    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// What the game says.
    pub fn state(&self) -> State {
        lock(&self.state).clone()
    }
}

/// What requests are answered from.
struct Served {
    levels: Vec<Level>,
    levels_json: String,
    show_me: ShowMe,
    state: Arc<Mutex<State>>,
}

/// Serves the game on 127.0.0.1 from threads of its own; port 0 stands for any that is free.
///
/// # Errors
/// [`PracticeError`]: no levels, or a port that cannot be had.
pub fn serve(levels: Vec<Level>, show_me: ShowMe, port: u16) -> Result<Practice, PracticeError> {
    if levels.is_empty() {
        return Err(PracticeError::NoLevels);
    }
    let page_levels: Vec<PageLevel> = levels.iter().map(PageLevel::new).collect();
    let state = Arc::new(Mutex::new(State::new(levels.len())));
    let served = Served {
        levels_json: serde_json::json!(page_levels).to_string(),
        levels,
        show_me,
        state: Arc::clone(&state),
    };
    let listen = |cause: io::Error| match cause.kind() {
        io::ErrorKind::AddrInUse => PracticeError::PortTaken(port),
        _ => PracticeError::Listen { port, cause },
    };
    let port = free_port(port).map_err(listen)?;
    Server::new(move |request| answer(request, &served))
        .bind((Ipv4Addr::LOCALHOST, port))
        .with_max_concurrent_connections(MOST_CONNECTIONS)
        .spawn()
        .map_err(listen)?;
    Ok(Practice { port, state })
}

/// The server does not tell which port it was given, so a free one is found before it is asked for.
fn free_port(port: u16) -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, port))?
        .local_addr()?
        .port())
}

fn answer(request: &mut Request<Body>, served: &Served) -> Response<Body> {
    if !is_for_this_machine(request) {
        let words = "this game answers only to http://127.0.0.1 and http://localhost";
        return plain(StatusCode::MISDIRECTED_REQUEST, words);
    }
    let path = request.uri().path();
    let is_get = request.method() == Method::GET;
    if request.method() == Method::POST && path == "/report" {
        return hear(request, &served.state);
    }
    if !is_get {
        return plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "only GET, and POST to /report",
        );
    }
    match path {
        "/levels" => reply("application/json", served.levels_json.clone()),
        "/player.js" => reply("text/javascript", served.show_me.player),
        "/state" => reply(
            "application/json",
            serde_json::json!(*lock(&served.state)).to_string(),
        ),
        _ if path.starts_with(FILM) => film(&path[FILM.len()..], served),
        _ => match FILES.iter().find(|(address, ..)| *address == path) {
            Some((_, kind, text)) => reply(kind, *text),
            None => plain(StatusCode::NOT_FOUND, "no such page: the game is at /"),
        },
    }
}

/// How a level is solved, which is found out when it is asked for.
fn film(number: &str, served: &Served) -> Response<Body> {
    let index = number.parse::<usize>().ok();
    let level = index.and_then(|number| served.levels.get(number.checked_sub(1)?));
    let Some(level) = level else {
        return plain(StatusCode::NOT_FOUND, "there is no such level");
    };
    match (served.show_me.film)(level) {
        Some(film) => reply("application/json", film),
        None => plain(StatusCode::NOT_FOUND, "no solution of it was found"),
    }
}

/// Whether a request names this machine as its host, with any port. A page of another origin whose name was made to lead here
/// names that.
fn is_for_this_machine(request: &Request<Body>) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return false;
    };
    let name = host.to_str().ok().map(|host| match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    });
    name.is_some_and(|name| HOSTS.iter().any(|known| name.eq_ignore_ascii_case(known)))
}

fn hear(request: &mut Request<Body>, state: &Mutex<State>) -> Response<Body> {
    let mut body = Vec::new();
    let read = request
        .body_mut()
        .take(LONGEST_REPORT + 1)
        .read_to_end(&mut body);
    if let Err(error) = read {
        return plain(StatusCode::BAD_REQUEST, error.to_string());
    }
    if body.len() as u64 > LONGEST_REPORT {
        let words = format!("a report has at most {LONGEST_REPORT} bytes");
        return plain(StatusCode::PAYLOAD_TOO_LARGE, words);
    }
    let report: Report = match serde_json::from_slice(&body) {
        Ok(report) => report,
        Err(error) => return plain(StatusCode::BAD_REQUEST, error.to_string()),
    };
    if !lock(state).hear(report) {
        return plain(StatusCode::BAD_REQUEST, "there is no such level");
    }
    plain(StatusCode::OK, "")
}

fn reply(kind: &str, text: impl Into<Body>) -> Response<Body> {
    respond(StatusCode::OK, kind, text.into())
}

fn plain(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    respond(status, "text/plain", text.into())
}

fn respond(status: StatusCode, kind: &str, body: Body) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, format!("{kind}; charset=utf-8"))
        // The next program to be served from this port is another game.
        .header(CACHE_CONTROL, "no-store")
        .body(body)
        .expect("the headers are plain ASCII")
}

/// A thread that panicked while it held the state cannot have left it half changed.
fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
