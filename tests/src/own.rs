//! The games that stand beside tables of cases, compiled.

use chv_runtime::dynamic::{AnyRules, erase};

chv_runtime::include_variant!("arrivals");
chv_runtime::include_variant!("clauses");
chv_runtime::include_variant!("blasts");
chv_runtime::include_variant!("burrows");
chv_runtime::include_variant!("choices");
chv_runtime::include_variant!("clowns");
chv_runtime::include_variant!("debts");
chv_runtime::include_variant!("embers");
chv_runtime::include_variant!("hands");
chv_runtime::include_variant!("pledges");
chv_runtime::include_variant!("summits");
chv_runtime::include_variant!("restless");
chv_runtime::include_variant!("shoves");
chv_runtime::include_variant!("jesters");
chv_runtime::include_variant!("travel");
chv_runtime::include_variant!("tunnels");
chv_runtime::include_variant!("turns");
chv_runtime::include_variant!("warrens");
chv_runtime::include_variant!("gaps");
chv_runtime::include_variant!("nulls");
chv_runtime::include_variant!("homes");
chv_runtime::include_variant!("palace");
chv_runtime::include_variant!("shields");
chv_runtime::include_variant!("six");
chv_runtime::include_variant!("state");
chv_runtime::include_variant!("wide");

/// The compiled game of a stem, if there is one.
#[must_use]
pub fn compiled(stem: &str) -> Option<Box<dyn AnyRules>> {
    Some(match stem {
        "arrivals" => erase(arrivals::Rules),
        "clauses" => erase(clauses::Rules),
        "gaps" => erase(gaps::Rules),
        "nulls" => erase(nulls::Rules),
        "homes" => erase(homes::Rules),
        "palace" => erase(palace::Rules),
        "shields" => erase(shields::Rules),
        "six" => erase(six::Rules),
        "state" => erase(state::Rules),
        "wide" => erase(wide::Rules),
        _ => return None,
    })
}
