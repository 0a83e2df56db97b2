//! Random variants, in both executions.
//!
//! [`make::draft`] throws a variant together, [`generator::fitted`] takes from it what the generator
//! has no form for, [`compare`] plays it in both executions, [`crates`] makes the crates in which
//! that happens, and [`shrink`] looks for the smallest variant that still shows a difference. What
//! the variants had among them is counted by [`survey`].

pub mod compare;
pub mod crates;
pub mod draft;
pub mod generator;
pub mod make;
pub mod movement;
pub mod rng;
pub mod shrink;
pub mod survey;
