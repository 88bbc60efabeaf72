//! Closed and polynomial forms
