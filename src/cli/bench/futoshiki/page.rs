//! One page with the tables and plots.

use super::Row;
use super::chart::Chart;
use super::measure::Measurement;
use super::sweep::Sweep;
use super::table::{Table, by_size, middle_by_assignments};
use crate::solve::futoshiki::Engine;

const STYLE: &str = "body{font:15px sans-serif;margin:2em}table{border-collapse:collapse}\
td,th{padding:.15em .6em;text-align:right;border-bottom:1px solid #ccc}svg{width:420px;margin:.5em}\
polyline{fill:none;stroke-width:2}.axis{stroke:#ddd}text{font-size:11px;fill:#555}figure{display:inline-block;margin:0}";

/// The whole page: answers, work and signs.
pub(super) fn html(rows: &[Row], tables: [Table; 3], sweeps: &[Sweep]) -> String {
    let [answers, work, signs] = tables.map(|table| table.html());
    let key = Chart::key(&Engine::ALL.map(Engine::name));
    let assignments = by_size_chart(rows, "Assignments by size", |one| one.assignments as f64);
    let time = by_size_chart(rows, "CPU time by size, in milliseconds", |one| one.ms);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Engines for Futoshiki</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Engines for Futoshiki</h1>\n{answers}{work}{key}{}{}\n",
        figure(&assignments),
        figure(&time)
    );
    if !sweeps.is_empty() {
        html += &key;
        for sweep in sweeps {
            html += &figure(&sweep_chart(sweep));
        }
        html += &signs;
    }
    html + "</body>\n</html>\n"
}

fn figure(chart: &Chart) -> String {
    let (svg, title) = (chart.svg(), &chart.title);
    format!("<figure>{svg}<figcaption>{title}</figcaption></figure>\n")
}

fn by_size_chart(rows: &[Row], title: &str, value: impl Fn(Measurement) -> f64) -> Chart {
    let groups = by_size(rows);
    let line = |(index, engine): (usize, Engine)| {
        let points = groups.iter().filter_map(|(size, group)| {
            let middle = middle_by_assignments(group.iter().map(|row| row.measured[index]))?;
            Some((f64::from(*size), value(middle).max(1e-3)))
        });
        (engine.name(), points.collect())
    };
    Chart {
        title: title.to_owned(),
        below: "cells along a side",
        lines: Engine::ALL.into_iter().enumerate().map(line).collect(),
    }
}

fn sweep_chart(sweep: &Sweep) -> Chart {
    let line = |(index, engine): (usize, Engine)| {
        let points = sweep.steps.iter().filter_map(|(signs, boards)| {
            let middle = middle_by_assignments(boards.iter().map(|board| board[index]))?;
            Some((*signs as f64, (middle.assignments as f64).max(1.0)))
        });
        (engine.name(), points.collect())
    };
    let size = sweep.size;
    Chart {
        title: format!("Assignments by number of signs, {size}x{size}"),
        below: "signs",
        lines: Engine::ALL.into_iter().enumerate().map(line).collect(),
    }
}
