//! Learns the weights of the networks that read text and digits.

pub mod gradients;
