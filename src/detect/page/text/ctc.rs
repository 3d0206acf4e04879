//! How likely a text is, given how likely each symbol is in each column: connectionist temporal classification.

use super::alphabet::{BLANK, SYMBOLS, Symbol};

/// The most likely symbols: of each column the most likely one, without repetitions and blanks.
pub fn best(columns: &[[f32; SYMBOLS]]) -> Vec<Symbol> {
    let symbols = columns.iter().map(|column| {
        let most = (0..SYMBOLS).max_by(|&a, &b| column[a].total_cmp(&column[b]));
        most.unwrap_or_default() as Symbol
    });
    let mut symbols: Vec<Symbol> = symbols.collect();
    symbols.dedup();
    symbols.retain(|&symbol| symbol != BLANK);
    symbols
}

/// The natural logarithm of the probability that the columns show exactly these symbols.
pub fn log_probability(columns: &[[f32; SYMBOLS]], symbols: &[Symbol]) -> f32 {
    // States: a blank, the first symbol, a blank, the second one, ..., a blank.
    let count = 2 * symbols.len() + 1;
    let symbol = |state: usize| {
        if state.is_multiple_of(2) {
            BLANK
        } else {
            symbols[state / 2]
        }
    };
    let mut paths = vec![f32::NEG_INFINITY; count];
    for (at, column) in columns.iter().enumerate() {
        let before = paths.clone();
        for (state, path) in paths.iter_mut().enumerate() {
            let own = symbol(state);
            let mut sum = if at == 0 {
                if state < 2 { 0.0 } else { f32::NEG_INFINITY }
            } else {
                let mut sum = before[state];
                if state >= 1 {
                    sum = log_sum(sum, before[state - 1]);
                }
                if state >= 2 && own != BLANK && own != symbol(state - 2) {
                    sum = log_sum(sum, before[state - 2]);
                }
                sum
            };
            sum += column[usize::from(own)];
            *path = sum;
        }
    }
    let last = paths[count - 1];
    if count == 1 {
        last
    } else {
        log_sum(last, paths[count - 2])
    }
}

/// The logarithm of the sum of two numbers, from their logarithms.
pub fn log_sum(a: f32, b: f32) -> f32 {
    let (more, less) = if a > b { (a, b) } else { (b, a) };
    if less == f32::NEG_INFINITY {
        more
    } else {
        more + (less - more).exp().ln_1p()
    }
}

#[cfg(test)]
mod tests {
    use super::super::alphabet::symbols;
    use super::*;

    /// Columns that each show one symbol with this share, and the next symbol with the rest.
    fn columns(shown: &[(Symbol, f32)]) -> Vec<[f32; SYMBOLS]> {
        let column = |&(symbol, share): &(Symbol, f32)| {
            let mut column = [f32::NEG_INFINITY; SYMBOLS];
            column[usize::from(symbol)] = share.ln();
            column[usize::from(symbol) + 1] = (1.0 - share).ln();
            column
        };
        shown.iter().map(column).collect()
    }

    #[test]
    fn repetitions_are_one_symbol_unless_a_blank_is_between() {
        let [a, b] = [1, 2];
        let shown = [
            (a, 0.9),
            (a, 0.9),
            (BLANK, 0.9),
            (a, 0.8),
            (b, 0.7),
            (b, 0.9),
        ];
        assert_eq!(best(&columns(&shown)), symbols("aab"));
        assert!(best(&[]).is_empty());
    }

    #[test]
    fn the_probabilities_of_all_texts_add_up_to_one() {
        // Two columns of a or b: a, b, ab or ba.
        let shown = columns(&[(1, 0.7), (1, 0.4)]);
        let probability = |text: &str| log_probability(&shown, &symbols(text)).exp();
        assert!((probability("a") - 0.28).abs() < 1e-5);
        assert!((probability("ba") - 0.12).abs() < 1e-5);
        let all: f32 = ["a", "b", "ab", "ba"].map(probability).iter().sum();
        assert!((all - 1.0).abs() < 1e-5, "{all}");
        assert_eq!(probability("aba"), 0.0, "more symbols than columns");
        assert_eq!(probability("aa"), 0.0, "no blank between");
        assert_eq!(probability(""), 0.0, "no column is blank");
    }
}
