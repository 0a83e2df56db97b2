//! A hook whose type does not implement the trait: the line that generated code has for it.

struct NoHook;

fn main() {
    let _ = chv_runtime::hooks::made::<NoHook>("restless.chv:14:8");
}
