//! From what was typed to a game in play: the file or library game, its options, its execution, the
//! position and the moves.

use std::ops::Deref;
use std::path::Path;

use chv_dsl::model::Variant;
use chv_dsl::{Compiled, Loader, compile, compile_bytes, diagnostics};
use chv_interpreter::InterpretedRules;
use chv_runtime::Side;
use chv_runtime::dynamic::{self, AnyGame, AnyRules};
use chv_runtime::hooks::Library;
use chv_runtime::spec::OptionSpec;

use crate::args::{PositionArgs, RunArgs};
use crate::registry::Registry;
use crate::shell::{Failure, Shell};
use crate::source::{self, Beside};
use crate::words::nearest;

/// The rules of a game, ready to run.
pub(crate) enum Rules<'r> {
    /// Compiled into this program.
    Compiled(&'r dyn AnyRules),
    /// Interpreted.
    Interpreted(Box<dyn AnyRules>),
}

impl<'r> Deref for Rules<'r> {
    type Target = dyn AnyRules + 'r;
    fn deref(&self) -> &Self::Target {
        match self {
            Rules::Compiled(rules) => *rules,
            Rules::Interpreted(rules) => rules.as_ref(),
        }
    }
}

/// What a `GAME` argument names.
pub(crate) enum Named {
    /// A game of the library, by its stem.
    Library(String),
    /// A file.
    File(String),
}

/// Finds what a `GAME` argument names, without looking into files.
pub(crate) fn find(registry: &Registry, game: &str) -> Result<Named, Failure> {
    if game.ends_with(".chv") || game.contains(['/', '\\']) {
        return Ok(Named::File(game.to_owned()));
    }
    library_name(registry, game).map(Named::Library).ok_or_else(|| Failure::Usage(unknown(registry, game)))
}

/// The stem of the library game of this name or alias; letters may be of either case.
pub(crate) fn library_name(registry: &Registry, game: &str) -> Option<String> {
    let names = registry.names();
    let exact = names.iter().find(|n| n.eq_ignore_ascii_case(game));
    let by_alias =
        || names.iter().find(|name| aliases(registry, name).iter().any(|a| a.eq_ignore_ascii_case(game)));
    exact.or_else(by_alias).map(|name| name.to_string())
}

/// The other names of a library game.
pub(crate) fn aliases(registry: &Registry, name: &str) -> Vec<String> {
    if let Some(instance) = registry.instances(name).next() {
        return instance.spec().aliases.iter().map(ToString::to_string).collect();
    }
    registry
        .source(name)
        .and_then(|file| compile(file.clone(), registry, &[]).variant)
        .map(|variant| variant.about.aliases)
        .unwrap_or_default()
}

/// What to say to somebody who named a game that there is not.
fn unknown(registry: &Registry, game: &str) -> String {
    if Path::new(&format!("{game}.chv")).is_file() {
        return format!("there is no game `{game}` in the library; did you mean the file `{game}.chv`?");
    }
    if Path::new(game).is_file() {
        return format!("there is no game `{game}` in the library; rules files end in `.chv`");
    }
    let names = registry.names();
    let others: Vec<String> = names.iter().flat_map(|name| aliases(registry, name)).collect();
    let all = names.iter().map(|n| &**n).chain(others.iter().map(String::as_str));
    match nearest(game, all) {
        Some(near) => format!("there is no game `{game}`; did you mean `{near}`?"),
        None => format!("there is no game `{game}`; `chv list` shows those there are, or give a .chv file"),
    }
}

/// Makes the rules that a `GAME` argument and its switches ask for.
pub(crate) fn load<'r>(
    registry: &'r Registry,
    shell: &mut Shell<'_>,
    game: &str,
    run: &RunArgs,
) -> Result<Rules<'r>, Failure> {
    if run.compiled {
        let found = compiled(registry, game, &run.options)?;
        return found
            .map(Rules::Compiled)
            .map_err(|reason| Failure::Usage(format!("{reason}; leave out `--compiled` to interpret it")));
    }
    match find(registry, game)? {
        Named::Library(name) => {
            if !run.interpret {
                match compiled(registry, game, &run.options)? {
                    Ok(rules) => return Ok(Rules::Compiled(rules)),
                    Err(reason) if registry.instances(&name).next().is_some() => {
                        shell.say(format!("{reason}: interpreting it"));
                    }
                    Err(_) => {}
                }
            }
            let variant = variant_of_library(registry, &name, &run.options)?;
            interpreted(registry, &name, variant).map(Rules::Interpreted)
        }
        Named::File(path) => {
            interpreted(registry, game, variant_of_file(&path, &run.options)?).map(Rules::Interpreted)
        }
    }
}

/// The compiled rules of a game with some options, or why there are none.
pub(crate) fn compiled<'r>(
    registry: &'r Registry,
    game: &str,
    options: &[(String, String)],
) -> Result<Result<&'r dyn AnyRules, String>, Failure> {
    let name = match find(registry, game)? {
        Named::Library(name) => name,
        Named::File(_) => return Ok(Err(format!("{game} is a file, and files are interpreted"))),
    };
    let mut instances = registry.instances(&name).peekable();
    let Some(first) = instances.peek() else { return Ok(Err(format!("{name} is not compiled in"))) };
    settings(&name, &options_of_spec(&first.spec().options), options)?;
    let found = instances.find(|rules| chosen(rules.spec(), options));
    Ok(found.ok_or_else(|| format!("{name} is not compiled in with these options")))
}

/// Whether a compiled instance has exactly these option values, and defaults otherwise.
fn chosen(spec: &chv_runtime::Spec, options: &[(String, String)]) -> bool {
    spec.options.iter().all(|option| {
        let value = options.iter().find(|(name, _)| *name == option.name).map(|(_, v)| v.as_str());
        let value = value.or_else(|| option.values.first().map(|v| &**v));
        value == option.values.get(usize::from(option.chosen)).map(|v| &**v)
    })
}

/// The checked model of a library game.
pub(crate) fn variant_of_library(
    registry: &Registry,
    name: &str,
    options: &[(String, String)],
) -> Result<Variant, Failure> {
    let Some(file) = registry.source(name) else {
        return Err(Failure::Usage(format!(
            "{name} is there only as compiled code, which has no options left"
        )));
    };
    checked(name, options, |options| compile(file.clone(), registry, options))
}

/// The checked model of a library game and the rules that interpret it.
pub(crate) fn interpreted_of_library(
    registry: &Registry,
    name: &str,
    options: &[(String, String)],
) -> Result<(Variant, Box<dyn AnyRules>), Failure> {
    let variant = variant_of_library(registry, name, options)?;
    let rules = interpreted(registry, name, variant.clone())?;
    Ok((variant, rules))
}

/// The checked model of a file.
pub(crate) fn variant_of_file(path: &str, options: &[(String, String)]) -> Result<Variant, Failure> {
    let file = Path::new(path);
    let bytes = source::read(file).map_err(|e| source::unreadable(file, &e))?;
    let loader: &dyn Loader = &Beside::new(file);
    checked(path, options, |options| compile_bytes(path, &bytes, loader, options))
}

/// Compiles with options that exist. The options are known only once the text has been read, so a
/// choice is made after a first reading with the defaults.
fn checked(
    name: &str,
    options: &[(String, String)],
    compile: impl Fn(&[(String, String)]) -> Compiled,
) -> Result<Variant, Failure> {
    let variant = good(name, compile(&[]))?;
    if options.is_empty() {
        return Ok(variant);
    }
    let known: Vec<(String, Vec<String>)> =
        variant.options.iter().map(|o| (o.name.clone(), o.values.clone())).collect();
    settings(name, &known, options)?;
    good(name, compile(options))
}

/// The variant, or everything that is wrong with its text.
fn good(name: &str, compiled: Compiled) -> Result<Variant, Failure> {
    compiled.variant.ok_or_else(|| {
        let text = diagnostics::human(&compiled.diagnostics, &compiled.files, false);
        Failure::Fault(format!("{}\n\n{name} has errors", text.trim_end()))
    })
}

fn options_of_spec(options: &[OptionSpec]) -> Vec<(String, Vec<String>)> {
    options.iter().map(|o| (o.name.to_string(), o.values.iter().map(ToString::to_string).collect())).collect()
}

/// Checks that no option is chosen twice.
pub(crate) fn chosen_once(chosen: &[(String, String)]) -> Result<(), Failure> {
    for (i, (name, value)) in chosen.iter().enumerate() {
        if let Some((_, before)) = chosen[..i].iter().find(|(n, _)| n == name) {
            return Err(Failure::Usage(format!(
                "option `{name}` is chosen twice, as `{before}` and as `{value}`; choose it once"
            )));
        }
    }
    Ok(())
}

/// Checks that chosen options exist, can have these values and are chosen once.
fn settings(game: &str, known: &[(String, Vec<String>)], chosen: &[(String, String)]) -> Result<(), Failure> {
    chosen_once(chosen)?;
    for (name, value) in chosen {
        let Some((_, values)) = known.iter().find(|(n, _)| n == name) else {
            let names = || known.iter().map(|(n, _)| n.as_str());
            return Err(Failure::Usage(if known.is_empty() {
                format!("{game} has no options, so no `{name}`")
            } else if let Some(near) = nearest(name, names()) {
                format!("{game} has no option `{name}`; did you mean `{near}`?")
            } else {
                format!("{game} has no option `{name}`; it has {}", names().collect::<Vec<_>>().join(", "))
            }));
        };
        if !values.contains(value) {
            return Err(Failure::Usage(format!(
                "option `{name}` of {game} cannot be `{value}`; it is one of {}",
                values.join(", ")
            )));
        }
    }
    Ok(())
}

/// Makes a checked variant run.
///
/// # Errors
/// Why its start position is none, and hooks that the program does not have.
pub(crate) fn interpret(variant: Variant, hooks: Library<'_>) -> Result<Box<dyn AnyRules>, Vec<String>> {
    InterpretedRules::with_hooks(variant, hooks).map(dynamic::erase)
}

fn interpreted(registry: &Registry, name: &str, variant: Variant) -> Result<Box<dyn AnyRules>, Failure> {
    interpret(variant, registry.hooks())
        .map_err(|reasons| Failure::Fault(format!("{name} cannot be played: {}", reasons.join("; "))))
}

/// Sets up the position that was asked for.
pub(crate) fn set_up(rules: &dyn AnyRules, at: &PositionArgs) -> Result<Box<dyn AnyGame>, Failure> {
    set_up_for(rules, at, None)
}

/// The same for a player's eyes: messages say nothing of what the other hides.
pub(crate) fn set_up_for(
    rules: &dyn AnyRules,
    at: &PositionArgs,
    player: Option<Side>,
) -> Result<Box<dyn AnyGame>, Failure> {
    let mut game = from_fen(rules, at.fen.as_deref())?;
    play_all(game.as_mut(), at.moves.as_deref().unwrap_or_default(), player)?;
    Ok(game)
}

/// A game from a position, or from the start.
pub(crate) fn from_fen(rules: &dyn AnyRules, fen: Option<&str>) -> Result<Box<dyn AnyGame>, Failure> {
    let Some(fen) = fen else { return Ok(rules.game()) };
    rules.game_from_fen(fen).map_err(|e| {
        let reasons: Vec<String> = e.to_string().lines().map(|line| format!("  {line}")).collect();
        Failure::Fault(format!(
            "this is no position of {}: {fen:.200}\n{}",
            rules.spec().name,
            reasons.join("\n")
        ))
    })
}

/// Plays moves parted by blanks.
fn play_all(game: &mut dyn AnyGame, moves: &str, player: Option<Side>) -> Result<(), Failure> {
    for (i, text) in moves.split_whitespace().enumerate() {
        if let Err(e) = game.play(text) {
            let fen = player.map_or_else(|| game.fen(), |player| game.view(player).fen());
            return Err(Failure::Fault(format!("move {}: {e}\n  position: {fen}", i + 1)));
        }
    }
    Ok(())
}
