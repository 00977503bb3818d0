//! Diagnostics as people read them: with the line of the file, and carets under what is wrong.

use ferz_lang::diagnostics::{Diagnostic, Report};
use ferz_lang::source::Sources;
use miette::{GraphicalReportHandler, GraphicalTheme, MietteHandlerOpts, ReportHandler};
use std::fmt;

/// How diagnostics are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain characters and no colours, 100 columns wide: for files, pipes and snapshots.
    Plain,
    /// For a terminal, as wide as it is: perhaps with colours.
    Terminal {
        /// Whether with colours.
        colours: bool,
    },
}

/// All these diagnostics, one after the other.
pub fn render(sources: &Sources, diagnostics: &[Diagnostic], paint: Paint) -> String {
    let rendered = diagnostics.iter().map(|diagnostic| render_one(&Report::new(diagnostic, sources), paint));
    rendered.collect::<Vec<_>>().join("\n")
}

fn render_one(report: &Report, paint: Paint) -> String {
    match paint {
        Paint::Plain => {
            let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none()).with_width(100).with_links(false);
            let mut text = String::new();
            match handler.render_report(&mut text, report) {
                Ok(()) => text,
                Err(fmt::Error) => report.to_string(),
            }
        }
        Paint::Terminal { colours } => {
            let handler = MietteHandlerOpts::new().color(colours).terminal_links(false).build();
            Painted { report, handler: &handler }.to_string()
        }
    }
}

/// The handler for terminals writes through formatters only.
struct Painted<'a> {
    report: &'a Report,
    handler: &'a dyn ReportHandler,
}

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.report, f)
    }
}
