//! `ferz explain`: what a diagnostic's code stands for.

use crate::failure::{Failure, Outcome};
use crate::screen::Screen;
use clap::Args;
use ferz_lang::diagnostics::Code;
use serde::Serialize;

/// Explain the code of a diagnostic, with an example; without a code, list them all.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz explain unknown-letter
  ferz explain")]
pub struct Explain {
    /// The code, as it stands in the diagnostic
    code: Option<String>,
    /// Print JSON: {"code","explanation"}, or a list of them
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Explanation {
    code: &'static str,
    explanation: &'static str,
}

impl From<Code> for Explanation {
    fn from(code: Code) -> Explanation {
        Explanation { code: code.name(), explanation: code.explanation() }
    }
}

impl Explain {
    /// Prints the explanation.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        match &self.code {
            None => self.list(screen),
            Some(name) => self.explain(find(name)?, screen),
        }
    }

    fn explain(&self, code: Code, screen: &mut Screen) -> Outcome {
        if self.json {
            return screen.json(&Explanation::from(code));
        }
        screen.line(&screen.strong(code.name()))?;
        screen.line("")?;
        screen.line(code.explanation().trim_end())
    }

    fn list(&self, screen: &mut Screen) -> Outcome {
        if self.json {
            return screen.json(&Code::ALL.iter().copied().map(Explanation::from).collect::<Vec<_>>());
        }
        let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
        for code in Code::ALL {
            let first = code.explanation().lines().next().unwrap_or("");
            let first = first.split_once(". ").map_or(first, |(sentence, _)| sentence).trim_end_matches('.');
            let padding = " ".repeat(width - code.name().len());
            screen.line(&format!("{}{padding}  {first}", screen.strong(code.name())))?;
        }
        Ok(())
    }
}

/// The code of this name; people copy it with its brackets and in any case.
fn find(name: &str) -> Result<Code, Failure> {
    let wanted = name.trim().trim_matches(['[', ']']).trim_start_matches("ferz::").to_lowercase().replace('_', "-");
    if let Some(code) = Code::ALL.iter().find(|code| code.name() == wanted) {
        return Ok(*code);
    }
    let near = Code::ALL.iter().map(|code| (strsim::jaro_winkler(code.name(), &wanted), code.name()));
    let help = match near.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((likeness, code)) if likeness > 0.75 => format!("did you mean `{code}`?"),
        _ => "`ferz explain` lists all codes".to_owned(),
    };
    Err(Failure::call(format!("there is no diagnostic with the code `{name}`"), help))
}
