//! Tables on disk: npy and Zarr, resumable and verifiable.
#![forbid(unsafe_code)]
