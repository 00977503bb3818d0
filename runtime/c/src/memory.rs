//! Where this crate meets memory that others own: texts and arrays that come in and go out, and handles.
//!
//! What can be checked is: null, sizes that no memory has, texts that are no UTF-8. That a pointer leads to as much memory as its caller says,
//! nobody can check.

#![allow(unsafe_code)]

use crate::error::Error;
use std::ffi::{CStr, c_char};

/// Memory of a caller for a text, which ends with a zero byte.
pub struct Text {
    start: *mut c_char,
    size: usize,
}

impl Text {
    /// # Safety
    /// `start` must be null, or point to `size` bytes that may be written to.
    pub unsafe fn new(start: *mut c_char, size: usize) -> Text {
        Text { start, size }
    }

    /// No memory at all: for functions whose code says everything.
    pub fn none() -> Text {
        Text { start: std::ptr::null_mut(), size: 0 }
    }

    /// Puts an empty text there, if the memory is what it can be.
    pub fn clear(&mut self) -> Result<(), Error> {
        if self.start.is_null() && self.size > 0 {
            return Err(Error::null("text"));
        }
        if self.size > isize::MAX as usize {
            let size = std::mem::take(&mut self.size);
            return Err(Error::argument(format!("no text has room for {size} bytes")));
        }
        self.write("");
        Ok(())
    }

    /// Puts a text there if it fits with its end; gives its length.
    pub fn put(&mut self, text: &str) -> i64 {
        if text.len() < self.size {
            self.write(text);
        }
        text.len() as i64
    }

    /// Puts as much of a text there as fits, in whole characters.
    pub fn put_cut(&mut self, text: &str) {
        self.write(&text[..text.floor_char_boundary(self.size.saturating_sub(1))]);
    }

    fn write(&mut self, text: &str) {
        if self.start.is_null() || text.len() >= self.size {
            return;
        }
        // SAFETY: the maker of this says that there are `size` bytes, and the text and its end are no more. It is new memory of ours,
        // so that the two do not overlap.
        unsafe {
            self.start.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
            *self.start.add(text.len()) = 0;
        }
    }
}

/// The text that a caller gives.
///
/// # Safety
/// `text` must be null, or end with a zero byte and stay as it is for `'t`.
pub unsafe fn text<'t>(text: *const c_char, what: &str) -> Result<&'t str, Error> {
    // SAFETY: the caller says so.
    let bytes = unsafe { bytes(text, what)? };
    std::str::from_utf8(bytes).map_err(|_| Error::argument(format!("`{what}` is not UTF-8")))
}

/// As [`text`], of any bytes.
///
/// # Safety
/// As [`text`].
pub unsafe fn bytes<'t>(text: *const c_char, what: &str) -> Result<&'t [u8], Error> {
    if text.is_null() {
        return Err(Error::null(what));
    }
    // SAFETY: the caller says so, and it is not null.
    Ok(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// Writes all of these things if so many fit; gives how many there are.
///
/// # Safety
/// `to` must be null, or point to memory for `most` of them.
pub unsafe fn put_all<T: Copy>(to: *mut T, most: usize, things: &[T], what: &str) -> Result<i64, Error> {
    if to.is_null() && most > 0 {
        return Err(Error::null(what));
    }
    if most > isize::MAX as usize / size_of::<T>() {
        return Err(Error::argument(format!("no memory has room for {most} {what}")));
    }
    if !things.is_empty() && things.len() <= most {
        // SAFETY: the caller says that so many fit, and `to` is not null. They are bytes, or copied as such,
        // so that alignment does not matter.
        unsafe { to.cast::<u8>().copy_from_nonoverlapping(things.as_ptr().cast(), size_of_val(things)) };
    }
    Ok(things.len() as i64)
}

/// Writes one thing.
///
/// # Safety
/// `to` must be null, or point to memory for it.
pub unsafe fn put<T: Copy>(to: *mut T, thing: T, what: &str) -> Result<(), Error> {
    if to.is_null() {
        return Err(Error::null(what));
    }
    // SAFETY: the caller says so, and it is not null. Alignment does not matter.
    unsafe { to.write_unaligned(thing) };
    Ok(())
}

/// What a handle stands for.
///
/// # Safety
/// `handle` must be null, or come from [`give`] and not have been taken back; nobody may change it for `'h`.
pub unsafe fn of<'h, T>(handle: *const T, what: &str) -> Result<&'h T, Error> {
    // SAFETY: the caller says so.
    unsafe { handle.as_ref() }.ok_or_else(|| Error::null(what))
}

/// As [`of`], to change it.
///
/// # Safety
/// As [`of`], and nobody else may look at it for `'h`.
pub unsafe fn of_mut<'h, T>(handle: *mut T, what: &str) -> Result<&'h mut T, Error> {
    // SAFETY: the caller says so.
    unsafe { handle.as_mut() }.ok_or_else(|| Error::null(what))
}

/// Makes a handle of a new thing, and writes it to `to`. Null stands there until the thing is made.
///
/// # Safety
/// `to` must be null, or point to memory for a pointer.
pub unsafe fn give<T>(to: *mut *mut T, make: impl FnOnce() -> Result<T, Error>, what: &str) -> Result<i64, Error> {
    // SAFETY: as the caller says.
    unsafe { put(to, std::ptr::null_mut(), what)? };
    let made = Box::into_raw(Box::new(make()?));
    // SAFETY: as before.
    unsafe { put(to, made, what)? };
    Ok(0)
}

/// Takes a handle back, and ends what it stands for. Null is nothing to take.
///
/// # Safety
/// `handle` must be null, or come from [`give`] and not have been taken back.
pub unsafe fn take<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the caller says that it came out of a box, and that nobody uses it any more.
        drop(unsafe { Box::from_raw(handle) });
    }
}
