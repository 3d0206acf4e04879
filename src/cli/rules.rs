//! The rules of the engines in plain words, as `solve --explain` and `hint` say them.

use crate::solve::flow::direction::Rule;
use crate::solve::futoshiki::propagation as futoshiki;

/// By number, the sides of a hexagon.
pub(super) const HEX_SIDES: [&str; 6] = ["u", "ur", "dr", "d", "dl", "ul"];

/// What a rule of Flow says.
pub(super) fn flow_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Sides => "neighbours agree on the side that they share",
        Rule::FourCycle => {
            "of four cells round one corner, no path passes three and comes back beside itself"
        }
        Rule::Square => "no path fills a square of four cells, or three hexagons round one corner",
        Rule::Loop => "two parts of one path are joined once: twice would be a loop",
        Rule::Colour => "cells of one colour side by side are joined, cells of two colours never",
        Rule::Switch => {
            "a piece of path that can lie beside two edges lies beside one: the other solutions are made of these"
        }
        Rule::Guess => "nothing more follows, so one shape is tried",
        Rule::Refuted => {
            "the shape that was tried led to a contradiction, or to a solution already counted"
        }
    }
}

/// What a rule of Futoshiki says, to be followed by the digits that it takes.
pub(super) fn futoshiki_rule(rule: futoshiki::Rule) -> &'static str {
    match rule {
        futoshiki::Rule::Peers => "peers: its row or column has",
        futoshiki::Rule::Bounds => "bounds: a sign, or a chain of them, leaves no room for",
        futoshiki::Rule::Hidden => {
            "hidden: no other cell of its row or column can hold what is left; out"
        }
        futoshiki::Rule::Subsets => "subsets: other cells of its row or column use up",
        futoshiki::Rule::Arrangements => {
            "arrangements: its row or column cannot be filled, signs included, with"
        }
        futoshiki::Rule::Guess => "guess: nothing more follows, so this is tried; left for later",
        futoshiki::Rule::Refuted => {
            "refuted: what was tried led to a contradiction or a solution; out"
        }
    }
}
