//! Compiles the games of the library that the generator has forms for.

fn main() -> Result<(), chv_compiler::BuildError> {
    chv_compiler::Builder::new()
        .folder(".")
        .only(["chess", "msock-eat", "team-mate", "xiangqi"])
        .tested_path(cfg!(feature = "tested-path"))
        .compile()
}
