//! Compiles the games of the library that the generator has forms for.

fn main() -> Result<(), chv_compiler::BuildError> {
    chv_compiler::Builder::new()
        .folder(".")
        .only(["atomic", "16chess", "chess", "deicide", "duck", "msock-eat", "shogi", "team-mate", "xiangqi"])
        .instance(
            "16chess",
            "16chess-all",
            [
                ("royal_limit", "3"),
                ("jumping_majors", "on"),
                ("swapped_minors", "on"),
                ("distinct_guards", "on"),
                ("auto_claim", "false"),
            ],
        )
        .instance("deicide", "deicide-terrain", [("terrain", "on")])
        .instance("shogi", "shogi-drop-mate", [("pawn_drop_mate", "allowed")])
        .tested_path(cfg!(feature = "tested-path"))
        .compile()
}
