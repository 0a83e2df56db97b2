//! Compiles the games that stand beside the tables of cases, so that the cases run in both executions.

fn main() -> Result<(), chv_compiler::BuildError> {
    chv_compiler::Builder::new().folder("movement").only(["clauses"]).compile()?;
    chv_compiler::Builder::new().folder("traps").only(["six", "wide"]).compile()
}
