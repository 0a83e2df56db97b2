//! What the tests across crates share: the games of the library in each execution, tables of cases,
//! and folders that vanish.

pub mod cases;
pub mod clauses;
pub mod examples;
pub mod folder;
pub mod games;
pub mod hooks;
pub mod own;
pub mod placed;
