//! `flowbot windows`: List the windows and monitors that flowbot can see.

use serde::Serialize;

use super::Exit;
use super::stdio::print;
use crate::capture::open_screen;
use crate::geometry::ScreenRect;

const EXAMPLES: &str = "\
Examples:
  flowbot windows           a table: what can follow --window and --monitor
  flowbot windows --json    one line of JSON for each";

/// List the windows and monitors that flowbot can see
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// One line of JSON for each window and monitor
    #[arg(long)]
    json: bool,
}

/// A line of the list. Places and sizes are in screen points.
#[derive(Serialize)]
struct Line {
    kind: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimised: Option<bool>,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Line {
    fn new(kind: &'static str, name: String, rect: ScreenRect) -> Self {
        Self {
            kind,
            name,
            program: None,
            number: None,
            minimised: None,
            x: rect.x,
            y: rect.y,
            width: rect.width,
            height: rect.height,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let mut screen = open_screen()?;
    let windows = screen.windows()?.into_iter().map(|window| Line {
        program: Some(window.program),
        minimised: Some(window.is_minimised),
        ..Line::new("window", window.title, window.rect)
    });
    let monitors = (1..).zip(screen.monitors()?).map(|(number, monitor)| Line {
        number: Some(number),
        ..Line::new("monitor", monitor.name, monitor.rect)
    });
    let lines: Vec<Line> = windows.chain(monitors).collect();
    if args.json {
        for line in &lines {
            print(&(serde_json::to_string(line)? + "\n"))?;
        }
    } else {
        print(&table(&lines))?;
    }
    Ok(Exit::Done)
}

fn table(lines: &[Line]) -> String {
    let mut table = format!("{:<12} {:>11} {:>13}  name\n", "", "size", "place");
    for line in lines {
        let kind = match line.number {
            Some(number) => format!("{} {number}", line.kind),
            None => line.kind.to_owned(),
        };
        let size = format!("{}x{}", line.width, line.height);
        let place = format!("{},{}", line.x, line.y);
        let program = line
            .program
            .as_ref()
            .map_or_else(String::new, |program| format!(" ({program})"));
        let note = if line.minimised == Some(true) {
            ", minimised"
        } else {
            ""
        };
        let name = &line.name;
        table += &format!("{kind:<12} {size:>11} {place:>13}  {name}{program}{note}\n");
    }
    table
}
