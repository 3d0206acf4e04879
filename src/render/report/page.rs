//! The page itself.

use std::fmt::Write;

use super::{End, Entry, Figure, Report, Stress, escaped, percent_text, plot};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("filter.js");

/// The whole page.
pub(super) fn html(report: &Report) -> String {
    let title = escaped(&report.title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n"
    );
    for line in &report.summary {
        let _ = writeln!(html, "<p>{}</p>", escaped(line));
    }
    filters(&mut html, &report.entries);
    html.push_str("</header>\n<main>\n");
    if let Some(stress) = &report.stress {
        distortions(&mut html, stress);
    }
    for entry in &report.entries {
        article(&mut html, entry);
    }
    let _ = write!(
        html,
        "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    html
}

/// A button for each verdict that occurs, with its count.
fn filters(html: &mut String, entries: &[Entry]) {
    let mut verdicts: Vec<(&str, usize)> = Vec::new();
    for entry in entries {
        match verdicts
            .iter_mut()
            .find(|(known, _)| *known == entry.verdict)
        {
            Some((_, count)) => *count += 1,
            None => verdicts.push((entry.verdict, 1)),
        }
    }
    html.push_str("<nav>\n");
    let all = entries.len();
    let _ = writeln!(
        html,
        "<button data-show=\"\" aria-pressed=\"true\">all {all}</button>"
    );
    for (verdict, count) in verdicts {
        let _ = writeln!(
            html,
            "<button class=\"{verdict}\" data-show=\"{verdict}\" aria-pressed=\"false\">{verdict} {count}</button>"
        );
    }
    html.push_str("</nav>\n");
}

fn distortions(html: &mut String, stress: &Stress) {
    let _ = write!(
        html,
        "<section>\n<h2>Distorted</h2>\n<p>{}</p>\n<p class=\"key\">Bars from mild to strong: ",
        escaped(&stress.closing_line)
    );
    for end in End::ALL {
        let name = end.name();
        let _ = write!(html, "<span class=\"{name}\">{name}</span> ");
    }
    html.push_str("</p>\n<div class=\"plots\">\n");
    for kind in &stress.kinds {
        let _ = writeln!(
            html,
            "<figure>{}<figcaption>{}</figcaption></figure>",
            plot::svg(kind),
            kind.name
        );
    }
    html.push_str("</div>\n");
    table(html, stress);
    html.push_str("</section>\n");
}

/// Counts by kind and by part of the strengths; the parts are equally wide.
fn table(html: &mut String, stress: &Stress) {
    html.push_str("<table>\n<tr><th rowspan=\"2\">kind</th>");
    for (name, _) in &stress.columns {
        let _ = write!(html, "<th colspan=\"{}\">{name}</th>", End::ALL.len());
    }
    html.push_str("</tr>\n<tr>");
    for _ in &stress.columns {
        for end in End::ALL {
            let _ = write!(html, "<th>{}</th>", end.name());
        }
    }
    html.push_str("</tr>\n");
    let parts = stress.columns.len();
    for kind in &stress.kinds {
        let _ = write!(html, "<tr><th>{}</th>", kind.name);
        for part in 0..parts {
            for end in End::ALL {
                let is_here = |(strength, ended): &&(f64, End)| {
                    let place = (strength * parts as f64) as usize;
                    place.min(parts - 1) == part && *ended == end
                };
                let class = end.name();
                match kind.cases.iter().filter(is_here).count() {
                    0 => html.push_str("<td>0</td>"),
                    count => {
                        let _ = write!(html, "<td class=\"{class}\">{count}</td>");
                    }
                }
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("<tr><th>read, all but hidden</th>");
    for (_, percent) in &stress.columns {
        let _ = write!(
            html,
            "<td colspan=\"{}\">{}</td>",
            End::ALL.len(),
            percent_text(*percent)
        );
    }
    html.push_str("</tr>\n</table>\n");
}

fn article(html: &mut String, entry: &Entry) {
    let Entry {
        name,
        verdict,
        remark,
        ..
    } = entry;
    let _ = write!(
        html,
        "<article data-verdict=\"{verdict}\">\n<h3><span class=\"{verdict}\">{verdict}</span> {}</h3>\n<p>{}</p>\n",
        escaped(name),
        escaped(remark)
    );
    if !entry.notes.is_empty() {
        html.push_str("<ul>\n");
        for note in &entry.notes {
            let _ = writeln!(html, "<li>{}</li>", escaped(note));
        }
        html.push_str("</ul>\n");
    }
    html.push_str("<div class=\"figures\">\n");
    for Figure { caption, content } in entry.pictures.iter().chain(&entry.boards) {
        let _ = writeln!(
            html,
            "<figure>{content}<figcaption>{caption}</figcaption></figure>"
        );
    }
    html.push_str("</div>\n</article>\n");
}
