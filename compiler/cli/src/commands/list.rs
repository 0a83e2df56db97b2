//! `chv list`: the games of the library.

use chv_dsl::compile;
use serde_json::{Value, json};

use crate::json;
use crate::registry::Registry;
use crate::shell::{Done, Failure, Shell};

/// What is said about a game.
struct Entry {
    name: String,
    title: String,
    aliases: Vec<String>,
    options: Vec<(String, Vec<String>)>,
    /// The option values of each compiled instance.
    compiled: Vec<Vec<(String, String)>>,
}

/// Writes the games, sorted by name.
pub(crate) fn run(registry: &Registry, shell: &mut Shell<'_>, as_json: bool) -> Done {
    let names = registry.names();
    let entries = names.iter().map(|name| entry(registry, name)).collect::<Result<Vec<_>, _>>()?;
    if as_json {
        let values: Vec<Value> = entries.iter().map(object).collect();
        shell.out.write_all(json::lines(&values).as_bytes())?;
        return Ok(());
    }
    let width = |text: fn(&Entry) -> usize| entries.iter().map(text).max().unwrap_or(0);
    let (wide, title) = (width(|e| e.name.chars().count()), width(|e| e.title.chars().count()));
    for e in &entries {
        let execution = if e.compiled.is_empty() { "interpreted" } else { "compiled" };
        let mut line = format!("{:wide$}  {:title$}  {execution:11}", e.name, e.title);
        if !e.aliases.is_empty() {
            line.push_str(&format!("  also {}", e.aliases.join(", ")));
        }
        for (name, values) in &e.options {
            line.push_str(&format!("  {name}={}", values.join("|")));
        }
        writeln!(shell.out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn entry(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    let compiled: Vec<Vec<(String, String)>> = registry
        .instances(name)
        .map(|rules| {
            let options = rules.spec().options.iter();
            options.map(|o| (o.name.to_string(), o.values[usize::from(o.chosen)].to_string())).collect()
        })
        .collect();
    if let Some(rules) = registry.instances(name).next() {
        let spec = rules.spec();
        let strings =
            |list: &[std::borrow::Cow<'static, str>]| list.iter().map(ToString::to_string).collect();
        return Ok(Entry {
            name: name.to_owned(),
            title: spec.title.to_string(),
            aliases: strings(&spec.aliases),
            options: spec.options.iter().map(|o| (o.name.to_string(), strings(&o.values))).collect(),
            compiled,
        });
    }
    let source = registry.source(name).cloned();
    let variant = source.and_then(|file| compile(file, registry, &[]).variant);
    let variant =
        variant.ok_or_else(|| Failure::Fault(format!("the game {name} of the library has errors")))?;
    Ok(Entry {
        name: name.to_owned(),
        title: variant.about.title,
        aliases: variant.about.aliases,
        options: variant.options.into_iter().map(|o| (o.name, o.values)).collect(),
        compiled,
    })
}

fn object(e: &Entry) -> Value {
    let options: Vec<Value> = e
        .options
        .iter()
        .map(|(name, values)| json!({"name": name, "values": values, "default": values.first()}))
        .collect();
    let instances: Vec<Value> = e
        .compiled
        .iter()
        .map(|choice| choice.iter().map(|(k, v)| (k.clone(), Value::from(v.as_str()))).collect())
        .collect();
    json!({
        "name": e.name,
        "title": e.title,
        "aliases": e.aliases,
        "options": options,
        "execution": if e.compiled.is_empty() { "interpreted" } else { "compiled" },
        "compiled_with": instances,
    })
}
