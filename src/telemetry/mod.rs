//! Frame ring, percentiles, spikes: what the overlay and the headless tools report.
