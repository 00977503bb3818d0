//! Positions as planes: for each kind of men of each side, ones where they stand.

use ferz_abi::{Board, State, Variant};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The number type of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Four bytes a square.
    Float32,
    /// One byte a square.
    Uint8,
}

impl Dtype {
    /// The type that is called so, as a name or as NumPy's own.
    pub fn new(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Dtype> {
        let Some(given) = given else { return Ok(Dtype::Float32) };
        let name: String = py.import("numpy")?.call_method1("dtype", (given,))?.getattr("name")?.extract()?;
        match name.as_str() {
            "float32" => Ok(Dtype::Float32),
            "uint8" => Ok(Dtype::Uint8),
            other => Err(PyValueError::new_err(format!("planes are float32 or uint8, not {other}"))),
        }
    }
}

/// How many planes a position of this variant has, and how many ranks and files each.
pub fn shape(variant: &Variant) -> [usize; 3] {
    let Board { width, height, .. } = variant.board;
    [2 * variant.kinds.len(), usize::from(height), usize::from(width)]
}

/// Sets the squares where men stand; `planes` are all zero, and those of one position.
///
/// With `turned`, the planes are those of the side to move: its own men first, its own back rank first.
pub fn fill<T: Copy>(variant: &Variant, state: &State, turned: bool, one: T, planes: &mut [T]) {
    let [_, height, width] = shape(variant);
    let (kinds, turned) = (variant.kinds.len(), turned && state.side == 1);
    for (square, &code) in state.cells[..width * height].iter().enumerate() {
        if code != 0 {
            let (kind, side) = (ferz_abi::kind_of(code), ferz_abi::side_of(code) ^ usize::from(turned));
            let (rank, file) = (square / width, square % width);
            let rank = if turned { height - 1 - rank } else { rank };
            planes[((side * kinds + kind) * height + rank) * width + file] = one;
        }
    }
}

/// An array of this shape from the planes that `fill` sets.
pub fn array<'py>(
    py: Python<'py>,
    dtype: Dtype,
    shape: &[usize],
    fill: impl FnOnce(Planes<'_>) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let size: usize = shape.iter().product();
    match dtype {
        Dtype::Float32 => {
            let planes = py.detach(|| {
                let mut planes = vec![0.0f32; size];
                fill(Planes::Float32(&mut planes));
                planes
            });
            Ok(PyArray1::from_vec(py, planes).reshape(shape.to_vec())?.into_any())
        }
        Dtype::Uint8 => {
            let planes = py.detach(|| {
                let mut planes = vec![0u8; size];
                fill(Planes::Uint8(&mut planes));
                planes
            });
            Ok(PyArray1::from_vec(py, planes).reshape(shape.to_vec())?.into_any())
        }
    }
}

/// Planes that wait to be filled.
pub enum Planes<'p> {
    /// Of `float32`.
    Float32(&'p mut [f32]),
    /// Of `uint8`.
    Uint8(&'p mut [u8]),
}

impl Planes<'_> {
    /// Fills them with one position after the other.
    pub fn fill<'s>(self, variant: &Variant, turned: bool, states: impl Iterator<Item = &'s State>) {
        let size: usize = shape(variant).iter().product();
        match self {
            Planes::Float32(planes) => {
                for (planes, state) in planes.chunks_exact_mut(size).zip(states) {
                    fill(variant, state, turned, 1.0, planes);
                }
            }
            Planes::Uint8(planes) => {
                for (planes, state) in planes.chunks_exact_mut(size).zip(states) {
                    fill(variant, state, turned, 1, planes);
                }
            }
        }
    }
}
