//! Tables and line look-ups: each distinct one is emitted once, under the name of its first user.

use chv_dsl::model::Set256;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Emitter, names};
use crate::plan::ways::{FAR, Step};

/// More steps than this are written as a list of numbers.
const MANY: usize = 8;

/// Collects tables and functions by what they hold.
#[derive(Default)]
pub(super) struct Tables {
    items: Vec<(Key, Ident)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Leaps { steps: Vec<Step>, from: Set256, to: Set256, inverse: bool },
    Ray { step: Step, most: u8 },
    Rays { steps: Vec<Step>, most: u8 },
    Lines { steps: Vec<Step>, most: u8 },
    Between { steps: Vec<Step> },
}

impl Tables {
    fn name(&mut self, key: Key, hint: String) -> Ident {
        if let Some((_, name)) = self.items.iter().find(|(k, _)| *k == key) {
            return name.clone();
        }
        let mut name = hint.clone();
        let mut n = 2;
        while self.items.iter().any(|(_, other)| *other == name) {
            name = format!("{hint}_{n}");
            n += 1;
        }
        let name = format_ident!("{name}");
        self.items.push((key, name.clone()));
        name
    }

    /// A table of leaps: for each square of `from` the squares of `to` it reaches.
    pub(super) fn leaps(&mut self, hint: &str, steps: &[Step], from: Set256, to: Set256) -> Ident {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        self.name(Key::Leaps { steps, from, to, inverse: false }, hint.to_owned())
    }

    /// The inverse: for each square of `to` the squares of `from` that reach it.
    pub(super) fn leaps_to(&mut self, hint: &str, steps: &[Step], from: Set256, to: Set256) -> Ident {
        let turned: Vec<Step> = steps.iter().map(|&(x, y)| (-x, -y)).collect();
        if from == to {
            return self.leaps(hint, &turned, from, to);
        }
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        self.name(Key::Leaps { steps, from, to, inverse: true }, hint.to_owned())
    }

    /// The ray of one step.
    pub(super) fn ray(&mut self, step: Step, most: u8) -> Ident {
        let limit = if most >= FAR { String::new() } else { format!("_UP_TO_{most}") };
        self.name(Key::Ray { step, most }, format!("RAY_{}{limit}", names::compass(step)))
    }

    /// The rays of several steps, united.
    pub(super) fn rays(&mut self, hint: &str, steps: &[Step], most: u8) -> Ident {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        self.name(Key::Rays { steps, most }, hint.to_owned())
    }

    /// A function that looks along the rays of several steps to the first occupied square.
    pub(super) fn lines(&mut self, hint: &str, steps: &[Step], most: u8) -> Ident {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        for &step in &steps {
            self.ray(step, most);
        }
        self.name(Key::Lines { steps, most }, hint.to_owned())
    }

    /// The squares between two squares on a ray of one of the steps: a table on small boards, a
    /// function on others. The steps are closed under turning round.
    pub(super) fn between(&mut self, hint: &str, steps: &[Step]) -> Ident {
        let mut all: Vec<Step> = steps.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]).collect();
        all.sort_unstable();
        all.dedup();
        for &step in &all {
            self.ray(step, FAR);
        }
        self.name(Key::Between { steps: all }, hint.to_owned())
    }

    /// The items as code.
    pub(super) fn finish(&self, emitter: &Emitter) -> TokenStream {
        let squares = emitter.plan.variant.board.size.squares();
        let steps_tokens = |steps: &[Step]| {
            if steps.len() > MANY {
                let count = steps.len();
                let numbers = || steps.iter().flat_map(|&(x, y)| [x, y]);
                let more = numbers().map(|n| -n).max().unwrap_or_default();
                let numbers = numbers().map(|n| Literal::i8_unsuffixed(n + more));
                return quote! { &compiled::steps::<#count>(#more, &[#(#numbers),*]) };
            }
            let each = steps.iter().map(|(x, y)| quote! { (#x, #y) });
            quote! { &[#(#each),*] }
        };
        let region = |set: Set256| {
            if emitter.is_board(set) {
                quote! { BOARD }
            } else {
                emitter.set(set)
            }
        };
        let ray_of = |step: Step, most: u8| {
            self.items.iter().find(|(k, _)| *k == Key::Ray { step, most }).map(|(_, name)| name.clone())
        };
        let mut out = TokenStream::new();
        for (key, name) in &self.items {
            out.extend(match key {
                Key::Leaps { steps, from, to, inverse } => {
                    let doc = if *inverse {
                        " For each square those that reach it by one step."
                    } else {
                        " For each square those that one step reaches."
                    };
                    let make = if *inverse { quote! { leaps_to } } else { quote! { leaps } };
                    let (steps, from, to) = (steps_tokens(steps), region(*from), region(*to));
                    quote! { #[doc = #doc] static #name: [Set; #squares] = Set::#make(SIZE, #steps, #from, #to); }
                }
                Key::Ray { step: (x, y), most } => quote! {
                    /// For each square the squares of its ray.
                    static #name: [Set; #squares] = Set::rays(SIZE, #x, #y, #most, BOARD);
                },
                Key::Rays { steps, most } => {
                    let steps = steps_tokens(steps);
                    quote! {
                        /// For each square the squares of all its rays.
                        static #name: [Set; #squares] = Set::all_rays(SIZE, #steps, #most, BOARD);
                    }
                }
                Key::Lines { steps, most } => {
                    let each = steps.iter().filter_map(|&step| {
                        let ray = ray_of(step, *most)?;
                        let find = if rises(step) { quote! { rising } } else { quote! { falling } };
                        Some(quote! { Set::#find(#ray[square.index()], occupied) })
                    });
                    quote! {
                        /// The squares seen along these lines, up to and with the first occupied one.
                        #[inline(always)]
                        fn #name(square: Square, occupied: Set) -> Set { #(#each)|* }
                    }
                }
                Key::Between { steps } => {
                    if squares <= 64 {
                        let table = format_ident!("{}_TABLE", name.to_string().to_uppercase());
                        let steps = steps_tokens(steps);
                        quote! {
                            /// For each pair of squares those between them on a line.
                            static #table: [[Set; #squares]; #squares] = Set::between(SIZE, #steps, BOARD);
                            /// The squares between two squares of a line.
                            #[inline(always)]
                            fn #name(a: Square, b: Square) -> Set { #table[a.index()][b.index()] }
                        }
                    } else {
                        let each = steps.iter().filter_map(|&(x, y)| {
                            let (there, back) = (ray_of((x, y), FAR)?, ray_of((-x, -y), FAR)?);
                            Some(quote! {
                                if #there[a.index()].has(b) { return #there[a.index()] & #back[b.index()]; }
                            })
                        });
                        quote! {
                            /// The squares between two squares of a line.
                            fn #name(a: Square, b: Square) -> Set { #(#each)* Set::EMPTY }
                        }
                    }
                }
            });
        }
        out
    }
}

/// Whether a repeated step goes to ever higher square numbers.
pub(super) fn rises(step: Step) -> bool {
    step.1 > 0 || (step.1 == 0 && step.0 > 0)
}
