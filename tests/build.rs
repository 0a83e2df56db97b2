//! Compiles the games that stand beside tests, so that they run in both executions.

fn main() -> Result<(), chv_compiler::BuildError> {
    let effects = chv_compiler::Builder::new().folder("effects").tested_path(true);
    effects.only(["blasts", "choices", "embers", "hands", "jesters", "travel", "turns"]).compile()?;
    chv_compiler::Builder::new().folder("hooks").only(["restless"]).compile()?;
    chv_compiler::Builder::new().folder("movement").only(["clauses", "gaps"]).compile()?;
    chv_compiler::Builder::new().folder("traps").only(["six", "wide"]).compile()
}
