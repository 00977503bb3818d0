//! Every variant in `examples/`: its file has no fault, and what its `test` blocks promise holds on both engines.

use ferz::files::{Files, read, rule_files};
use ferz::report::{Paint, render};
use ferz::testing::{INTERPRETER_BUDGET, run};
use ferz_compiler::Native;
use ferz_runtime::Engine;
use ferz_spec::Interpreter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn the_examples_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut variants = 0;
    for path in rule_files(&folder).expect("the examples can be listed") {
        let text = read(&path).expect("an example can be read");
        let compiled = ferz_lang::compile(&path.display().to_string(), &text, &Files);
        if compiled.is_part() {
            continue;
        }
        variants += 1;
        let said = render(&compiled.sources, &compiled.diagnostics, Paint::Plain);
        assert_eq!(said, "", "an example has something wrong with it");
        let rules = compiled.rules.expect("nothing is wrong with it");
        assert!(!rules.tests.is_empty(), "{} has no tests", path.display());
        let interpreter: Arc<dyn Engine> = Arc::new(Interpreter::new(&rules));
        let native: Arc<dyn Engine> = Arc::new(Native::compile(&rules).expect("an example can be compiled"));
        for (engine, budget) in [(interpreter, INTERPRETER_BUDGET), (native, u64::MAX)] {
            for test in &rules.tests {
                let report = run(test, &engine, budget, &AtomicBool::new(false)).expect("nobody stops it");
                let name = engine.name();
                assert!(report.ok(), "{}, \"{}\" on {name}: {:#?}", path.display(), test.name, report.broken);
            }
        }
    }
    assert!(variants > 4, "the examples have gone");
}
