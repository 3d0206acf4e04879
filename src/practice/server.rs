//! The web server: the files of the page, its levels, its reports.

use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};

use oxhttp::Server;
use oxhttp::model::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use oxhttp::model::{Body, Method, Request, Response, StatusCode};

use super::levels::{FutoshikiLevel, PageLevel};
use super::{PracticeError, Report, ShowMe, State};
use crate::puzzle::flow::text::Level;
use crate::puzzle::futoshiki::Puzzle;

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

/// A file of a page: address, type, text.
type File = (&'static str, &'static str, &'static str);

/// The page of Futoshiki; what it shares with that of Flow is the same file.
const FUTOSHIKI: [File; 10] = [
    ("/", "text/html", include_str!("page/futoshiki/index.html")),
    ("/style.css", "text/css", include_str!("page/style.css")),
    (
        "/futoshiki.css",
        "text/css",
        include_str!("page/futoshiki/futoshiki.css"),
    ),
    (
        "/game.js",
        "text/javascript",
        include_str!("page/futoshiki/game.js"),
    ),
    (
        "/board.js",
        "text/javascript",
        include_str!("page/futoshiki/board.js"),
    ),
    (
        "/paint.js",
        "text/javascript",
        include_str!("page/futoshiki/paint.js"),
    ),
    script!("box.js"),
    script!("ending.js"),
    script!("meter.js"),
    script!("mirror.js"),
];

/// The page of Flow.
const FLOW: [File; 17] = [
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
    files: &'static [File],
    levels_json: String,
    films: Option<Films>,
    state: Arc<Mutex<State>>,
}

/// What the films of levels are made from.
struct Films {
    levels: Vec<Level>,
    show_me: ShowMe,
}

/// Serves a game of Flow on 127.0.0.1 from threads of its own; port 0 stands for any that is free.
///
/// # Errors
/// [`PracticeError`]: no levels, or a port that cannot be had.
pub fn serve(levels: Vec<Level>, show_me: ShowMe, port: u16) -> Result<Practice, PracticeError> {
    let page_levels: Vec<PageLevel> = levels.iter().map(PageLevel::new).collect();
    let page_levels = serde_json::json!(page_levels);
    serve_page(&FLOW, &page_levels, Some(Films { levels, show_me }), port)
}

/// The same for Futoshiki, without films.
///
/// # Errors
/// As [`serve`].
pub fn serve_futoshiki(levels: &[Puzzle], port: u16) -> Result<Practice, PracticeError> {
    let page_levels: Vec<FutoshikiLevel> = levels.iter().map(FutoshikiLevel::new).collect();
    serve_page(&FUTOSHIKI, &serde_json::json!(page_levels), None, port)
}

/// `levels` is a list.
fn serve_page(
    files: &'static [File],
    levels: &serde_json::Value,
    films: Option<Films>,
    port: u16,
) -> Result<Practice, PracticeError> {
    let count = levels.as_array().map_or(0, Vec::len);
    if count == 0 {
        return Err(PracticeError::NoLevels);
    }
    let state = Arc::new(Mutex::new(State::new(count)));
    let served = Served {
        files,
        levels_json: levels.to_string(),
        films,
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
    match (path, &served.films) {
        ("/levels", _) => reply("application/json", served.levels_json.clone()),
        ("/player.js", Some(films)) => reply("text/javascript", films.show_me.player),
        ("/state", _) => reply(
            "application/json",
            serde_json::json!(*lock(&served.state)).to_string(),
        ),
        (_, Some(films)) if path.starts_with(FILM) => film(&path[FILM.len()..], films),
        _ => match served.files.iter().find(|(address, ..)| *address == path) {
            Some((_, kind, text)) => reply(kind, *text),
            None => plain(StatusCode::NOT_FOUND, "no such page: the game is at /"),
        },
    }
}

/// How a level is solved, which is found out when it is asked for.
fn film(number: &str, films: &Films) -> Response<Body> {
    let index = number.parse::<usize>().ok();
    let level = index.and_then(|number| films.levels.get(number.checked_sub(1)?));
    let Some(level) = level else {
        return plain(StatusCode::NOT_FOUND, "there is no such level");
    };
    match (films.show_me.film)(level) {
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
