//! Rule files, read from the disk: the only place where Ferz does.

use ferz_lang::source::Resolver;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// More than any rule file has, and little enough to read at once: nothing endless gets in.
const MOST_BYTES: u64 = 16 << 20;

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Which file, and why not, without a full stop.
    pub message: String,
    /// A way out.
    pub help: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for ReadError {}

/// Finds what `use "FILE"` names, from the folder of the file that says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl Resolver for Files {
    fn read(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let path = tidy(&folder.join(path));
        let text = read(&path).map_err(|error| error.message)?;
        Ok((path.display().to_string(), text))
    }
}

/// The name under which standard input is read.
const STANDARD_INPUT: &str = "-";

/// The text of a file, or of standard input by the name `-`.
pub fn read(path: &Path) -> Result<String, ReadError> {
    let name = path.display();
    let fail = |message: String, help: String| Err(ReadError { message, help });
    let piped = path == Path::new(STANDARD_INPUT);
    // A pipe or a device may have nobody who writes into it: to open it would be to wait for ever.
    if !piped && path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let help = format!("write `-` instead of the name, and lead its text to standard input: `... - < {name}`");
        return fail(format!("`{name}` is not an ordinary file"), help);
    }
    if path.is_dir() {
        let help = match rule_files(path).ok().and_then(|files| files.into_iter().next()) {
            Some(file) => format!("name a rule file in it, such as `{}`", file.display()),
            None => "name a rule file".to_owned(),
        };
        return fail(format!("`{name}` is a directory"), help);
    }
    let mut bytes = Vec::new();
    let opened = match piped {
        true => std::io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes),
        false => std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
    };
    match opened {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return fail(format!("there is no file `{name}`"), near(path));
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return fail(format!("`{name}` may not be read"), "look at the permissions of the file".to_owned());
        }
        Err(error) => return fail(format!("`{name}` cannot be read: {error}"), "is it an ordinary file?".to_owned()),
        Ok(_) if bytes.len() as u64 > MOST_BYTES => {
            return fail(format!("`{name}` is larger than 16 MB"), "is it a rule file?".to_owned());
        }
        Ok(_) => {}
    }
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        let byte = error.as_bytes()[at];
        let message =
            format!("`{name}` is not UTF-8 text: line {line} has the byte 0x{byte:02x} where a character should be");
        fail(message, "save it as UTF-8; Ferz reads no other encoding".to_owned())
    })
}

/// The rule files of a directory and of those below it, in order of their names.
pub fn rule_files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory)? {
            let entry = entry?;
            // Not `Path::is_dir`: a link back up would lead round in a circle.
            if entry.file_type()?.is_dir() {
                directories.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e == "ferz") {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// What was probably meant by the path of a file that is not there.
fn near(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return format!("there is no directory `{}` either; paths start from where the command runs", folder.display());
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let like = |other: &Path| strsim::jaro_winkler(&other.file_name().unwrap_or_default().to_string_lossy(), &name);
    let nearest = entries
        .filter(|other| other.extension().is_some_and(|e| e == "ferz"))
        .max_by(|a, b| like(a).total_cmp(&like(b)).then_with(|| b.cmp(a)));
    match nearest {
        Some(other) if like(&other) > 0.8 => {
            format!("did you mean `{}`?", path.with_file_name(other.file_name().unwrap_or_default()).display())
        }
        _ => "is the path right? It starts from where the command runs".to_owned(),
    }
}

/// A path without `.` and, as far as possible, without `..`: so that a file has one name however it is reached.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ordinary_files_are_used() {
        let error = Files.read("rules.ferz", "/dev/null").expect_err("it is a device");
        assert!(cfg!(not(unix)) || error == "`/dev/null` is not an ordinary file", "{error}");
    }

    #[test]
    fn a_file_has_one_name_however_it_is_reached() {
        for (long, short) in
            [("./a/../b.ferz", "b.ferz"), ("a/./b.ferz", "a/b.ferz"), ("../../b", "../../b"), ("a/../../b", "../b")]
        {
            assert_eq!(tidy(Path::new(long)), Path::new(short), "{long}");
        }
    }
}
