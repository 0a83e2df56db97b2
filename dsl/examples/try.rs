//! Try.
use chv_dsl::*;
struct Dir(std::path::PathBuf);
impl Loader for Dir {
    fn load(&self, stem: &str) -> Option<SourceFile> {
        let p = self.0.join(format!("{stem}.chv"));
        Some(SourceFile { name: p.display().to_string(), text: std::fs::read_to_string(p).ok()? })
    }
}
fn main() {
    for f in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let bytes = std::fs::read(&f).unwrap();
        let dir = std::path::Path::new(&f).parent().unwrap().to_owned();
        let c = compile_bytes(&f, &bytes, &Dir(dir), &[]);
        let e = t.elapsed();
        print!("{}", diagnostics::human(&c.diagnostics, &c.files, false));
        println!("{f}: {} {:?}", c.variant.is_some(), e);
        if std::env::var("DUMP").is_ok() {
            println!("{:#?}", c.variant);
        }
    }
}
