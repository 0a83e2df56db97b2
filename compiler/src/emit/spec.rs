//! The game's facts as a constant.

use chv_runtime::Spec;
use chv_runtime::spec::FieldShape;
use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;

impl Emitter<'_, '_> {
    /// `SPEC`.
    pub(super) fn spec_code(&self) -> TokenStream {
        let spec = self.plan.variant.spec();
        let Spec { name, title, aliases, size, holes, kinds, terrain, rights, hands, fields, options, start } =
            &spec;
        let (files, ranks) = (size.files, size.ranks);
        let [a, b, c, d] = holes.0;
        let list = |items: Vec<TokenStream>| quote! { Cow::Borrowed(&[#(#items),*]) };
        let text = |s: &str| quote! { Cow::Borrowed(#s) };
        let aliases = list(aliases.iter().map(|a| text(a)).collect());
        let count = kinds.len();
        let kinds = kinds.iter().map(|k| {
            let (name, code, count) = (&*k.name, &*k.code, k.count);
            let royal = k.royal.then(|| quote! { .royal() });
            let counted = (count != (0, u8::MAX)).then(|| {
                let (least, most) = count;
                quote! { .counted(#least, #most) }
            });
            quote! { chv_runtime::spec::KindSpec::new(#name, #code) #royal #counted }
        });
        let terrain = list(
            terrain
                .iter()
                .map(|t| {
                    let (name, code, blocks) = (text(&t.name), t.code, t.blocks);
                    let code = code.map_or_else(|| quote! { None }, |c| quote! { Some(#c) });
                    quote! { chv_runtime::spec::TerrainSpec { name: #name, code: #code, blocks: #blocks } }
                })
                .collect(),
        );
        let rights = list(
            rights
                .iter()
                .map(|r| {
                    let letter = r.letter;
                    let side = match r.side {
                        chv_runtime::Side::White => quote! { Side::White },
                        chv_runtime::Side::Black => quote! { Side::Black },
                    };
                    let needs = list(
                        r.needs
                            .iter()
                            .map(|(s, k)| {
                                let s = s.0;
                                quote! { (Square(#s), #k) }
                            })
                            .collect(),
                    );
                    quote! { chv_runtime::spec::RightSpec { letter: #letter, side: #side, needs: #needs } }
                })
                .collect(),
        );
        let fields = list(
            fields
                .iter()
                .map(|f| {
                    let (name, shape) = (text(&f.name), shape(&f.shape));
                    quote! { chv_runtime::spec::FieldSpec { name: #name, shape: #shape } }
                })
                .collect(),
        );
        let options = list(
            options
                .iter()
                .map(|o| {
                    let (name, chosen) = (text(&o.name), o.chosen);
                    let values = list(o.values.iter().map(|v| text(v)).collect());
                    quote! { chv_runtime::spec::OptionSpec { name: #name, values: #values, chosen: #chosen } }
                })
                .collect(),
        );
        let (name, title, start) = (text(name), text(title), text(start));
        quote! {
            /// The kinds of piece as text knows them.
            static KIND_SPECS: [chv_runtime::spec::KindSpec; #count] = [#(#kinds),*];

            /// What text and callers read of the game.
            pub static SPEC: Spec = Spec {
                name: #name,
                title: #title,
                aliases: #aliases,
                size: BoardSize { files: #files, ranks: #ranks },
                holes: chv_runtime::Set256([#a, #b, #c, #d]),
                kinds: Cow::Borrowed(&KIND_SPECS),
                terrain: #terrain,
                rights: #rights,
                hands: #hands,
                fields: #fields,
                options: #options,
                start: #start,
            };
        }
    }
}

/// The shape of a field.
fn shape(shape: &FieldShape) -> TokenStream {
    let inner = match shape {
        FieldShape::Text => quote! { Text },
        FieldShape::Phase(phases) => {
            let phases = phases.iter().map(|p| {
                let (name, task) = (&*p.name, &*p.task);
                quote! {
                    chv_runtime::spec::PhaseSpec { name: Cow::Borrowed(#name), task: Cow::Borrowed(#task) }
                }
            });
            quote! { Phase(Cow::Borrowed(&[#(#phases),*])) }
        }
        FieldShape::Left => quote! { Left },
        FieldShape::Budget(usual) => quote! { Budget(#usual) },
        FieldShape::Moved => quote! { Moved },
        FieldShape::Next(usual) => quote! { Next(#usual) },
        FieldShape::Winner => quote! { Winner },
        FieldShape::Kinds { index, codes } => quote! { Kinds { index: #index, codes: #codes } },
        FieldShape::Travellers => quote! { Travellers },
        FieldShape::Hidden => quote! { Hidden },
        FieldShape::Hook(index) => quote! { Hook(#index) },
        FieldShape::Revealed => quote! { Revealed },
    };
    quote! { chv_runtime::spec::FieldShape::#inner }
}
