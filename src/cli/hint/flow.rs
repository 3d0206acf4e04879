//! Hints for boards of Flow.

use std::collections::BTreeSet;

use anyhow::bail;
use image::RgbImage;

use super::Hinted;
use super::told::{Status, Told, row_and_column};
use super::words::Words;
use crate::cli::exit::Usage;
use crate::cli::input::Board;
use crate::pipeline::{NodeView, Rgb, SearchView};
use crate::puzzle::flow::{Colour, Node, Puzzle};
use crate::render::{Style, draw_search};
use crate::solve::flow::Touching;
use crate::solve::flow::direction::{Claim, Rule};
use crate::solve::flow::hint::{Hint, HintError, Hints, Join, Reason, Step};

/// A board that hints are asked for.
pub(super) struct FlowBoard {
    puzzle: Puzzle,
    colours: Vec<Rgb>,
    touching: Touching,
    drawn: Vec<Join>,
    is_by_flow: bool,
    /// The nodes of the hints so far.
    hinted: Vec<Node>,
    /// The nodes that the hints so far rest on.
    reasons: BTreeSet<Node>,
}

impl FlowBoard {
    /// `None` if the puzzle has no solution. `is_by_flow` asks for whole flows.
    pub fn new(board: Board, is_by_flow: bool) -> anyhow::Result<Option<Self>> {
        let Board {
            level,
            touching,
            colours,
            drawn,
        } = board;
        let board = Self {
            puzzle: level.puzzle,
            colours,
            touching,
            drawn,
            is_by_flow,
            hinted: Vec::new(),
            reasons: BTreeSet::new(),
        };
        match board.hints() {
            Ok(_) => Ok(Some(board)),
            Err(HintError::NoSolution) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn hints(&self) -> Result<Hints<'_>, HintError> {
        Hints::new(&self.puzzle, self.touching, self.drawn.clone())
    }

    fn words(&self) -> Words<'_> {
        Words {
            puzzle: &self.puzzle,
            colours: &self.colours,
        }
    }

    /// Whether what is drawn in a node leaves no way to it.
    fn is_full(&self, node: Node) -> bool {
        let joins = self.drawn.iter().filter(|join| join.has(node)).count();
        let terminals = self.puzzle.pairs().iter().flat_map(|pair| pair.terminals);
        let most = if terminals.into_iter().any(|it| it == node) {
            1
        } else {
            2
        };
        joins >= most
    }

    fn told(&self, hint: &Hint, is_unique: bool) -> Told {
        let told = match hint {
            Hint::Wrong(wrong) => self.wrong(*wrong),
            Hint::Step {
                step,
                rule,
                decided_at,
                reasons,
            } => Told {
                because: self.because(*step, *decided_at, reasons),
                ..self.step(*step, *rule)
            },
            Hint::Flow {
                colour,
                path,
                rule,
                findings,
            } => self.flow(*colour, path, (*rule, *findings)),
            Hint::Done => Told::done("flow", "all flows are drawn, and they are right"),
        };
        match told.status {
            Status::Guess if is_unique => Told {
                because: Vec::new(),
                ..told
            },
            Status::Guess => Told {
                because: vec![
                    "the puzzle has several solutions; this is of one of them".to_owned(),
                ],
                ..told
            },
            _ => told,
        }
    }

    fn wrong(&self, wrong: Join) -> Told {
        let (words, [from, to]) = (self.words(), wrong.ends);
        let (flow, way) = (words.flow(wrong.colour), words.way_to(from, to));
        let text = format!(
            "{flow} is wrong: it does not go {way} from {}; take it back to there",
            words.cell(from)
        );
        self.of_nodes(Status::Wrong, text, &[from, to], Some(wrong.colour))
    }

    /// What a step rests on. Says last at which cell no other way is left, unless the last finding does.
    fn because(&self, step: Step, decided_at: Node, reasons: &[Reason]) -> Vec<String> {
        let words = self.words();
        let mut because: Vec<String> = reasons
            .iter()
            .map(|reason| words.reason(reason, |node| self.is_full(node)))
            .collect();
        let other = if decided_at == step.from {
            step.to
        } else {
            step.from
        };
        let is_said = reasons.last().is_some_and(|reason| {
            let to_other =
                |(claim, to): &(Claim, Node)| *to == other && matches!(claim, Claim::On(_));
            reason.deduction.node == decided_at && reason.changes.iter().any(to_other)
        });
        if !is_said {
            because.push(format!("{} has no other way", words.cell(decided_at)));
        }
        because
    }

    fn step(&self, step: Step, rule: Option<Rule>) -> Told {
        let (words, Step { from, to, colour }) = (self.words(), step);
        let flow = colour.map_or("a path".to_owned(), |colour| words.flow(colour));
        let what = format!(
            "{} from {} to {}",
            words.way_to(from, to),
            words.cell(from),
            words.cell(to)
        );
        let Some(rule) = rule else {
            let text = format!("no rule forces a step; the solution has {flow} go {what}");
            return self.of_nodes(Status::Guess, text, &[from, to], colour);
        };
        Told {
            rule: Some(rule.name()),
            ..self.of_nodes(
                Status::Forced,
                format!("{flow} must go {what}"),
                &[from, to],
                colour,
            )
        }
    }

    fn flow(&self, colour: Colour, path: &[Node], why: (Option<Rule>, usize)) -> Told {
        let words = self.words();
        let cells: Vec<String> = path.iter().map(|&node| words.cell(node)).collect();
        let (flow, cells) = (words.flow(colour), cells.join("; "));
        let (status, text, because) = match why {
            (Some(_), findings) => (
                Status::Forced,
                format!("{flow} must go by {cells}"),
                vec![format!(
                    "it follows from {findings} findings; --steps tells them"
                )],
            ),
            (None, _) => (
                Status::Guess,
                format!("no rules force a whole flow; the solution has {flow} go by {cells}"),
                Vec::new(),
            ),
        };
        Told {
            rule: why.0.map(Rule::name),
            because,
            ..self.of_nodes(status, text, path, Some(colour))
        }
    }

    fn of_nodes(
        &self,
        status: Status,
        text: String,
        nodes: &[Node],
        colour: Option<Colour>,
    ) -> Told {
        let cell = |&node: &Node| row_and_column(self.puzzle.board().cell(node));
        Told {
            status,
            cells: nodes.iter().map(cell).collect(),
            flow: colour.map(|colour| self.puzzle.pair(colour).label),
            ..Told::done("flow", &text)
        }
    }

    /// Marks what a hint is about.
    fn mark(&mut self, hint: &Hint) {
        match hint {
            Hint::Wrong(wrong) => self.hinted.extend(wrong.ends),
            Hint::Step { step, reasons, .. } => {
                self.hinted.extend([step.from, step.to]);
                self.reasons
                    .extend(reasons.iter().map(|reason| reason.deduction.node));
            }
            Hint::Flow { path, .. } => self.hinted.extend(path),
            Hint::Done => {}
        }
    }
}

impl Hinted for FlowBoard {
    fn next(&mut self) -> anyhow::Result<Told> {
        let mut hints = self.hints()?;
        let hint = if self.is_by_flow {
            hints.next_flow()
        } else {
            hints.next()
        };
        let told = self.told(&hint, hints.is_unique());
        hints.follow(&hint);
        self.drawn = hints.drawn().to_vec();
        self.mark(&hint);
        Ok(told)
    }

    fn picture(&self) -> anyhow::Result<RgbImage> {
        let board = self.puzzle.board();
        if board.layout().graph.is_some() {
            bail!(Usage(
                "--picture draws hints on a lattice, and this board is a graph: leave it out"
                    .to_owned()
            ));
        }
        let terminals = self.puzzle.terminals();
        let view = |terminal: &Option<Colour>| NodeView {
            colour: *terminal,
            ..NodeView::default()
        };
        let mut nodes: Vec<NodeView> = terminals.iter().map(view).collect();
        for join in &self.drawn {
            let [a, b] = join.ends;
            if let Some((side, edge)) = board.edge_between(a, b) {
                for (node, side) in [(a, side), (b, edge.back)] {
                    let view = &mut nodes[node.index()];
                    view.on |= 1 << side.0;
                    view.colour = Some(join.colour);
                }
            }
        }
        let view = SearchView {
            nodes,
            guessed: self.hinted.clone(),
            touched: self.reasons.iter().copied().collect(),
            ..SearchView::default()
        };
        let style = Style {
            colours: self.colours.clone(),
            ..Style::default()
        };
        Ok(draw_search(&self.puzzle, &view, &style))
    }
}
