//! Baked layers of the backdrops, on the GPU. A worker bakes them at the window's scale; each is taken over when it is ready, one a frame.
//! Units: texels, px. Invariant: a frame never waits for a bake; until a plate of the new scale is there, the old one is shown.

use crate::view::gpu::Gpu;
use macroquad::miniquad::TextureId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::paper::Bitmap;
use tamafubuki::paper::backdrop::{Backdrop, Layer};

/// Plates are soft; more texels than this would only cost memory.
const SCALE_MAX: f32 = 2.5;

/// A plate on the GPU.
#[derive(Clone, Copy)]
pub struct Plate {
    /// Its texture.
    pub texture: TextureId,
    /// Its size, texels.
    pub size: [u16; 2],
}

/// Where a layer is: index of its backdrop, index in it.
type Place = (usize, usize);

/// A plate that the worker has baked.
struct Baked {
    generation: u32,
    place: Place,
    bitmap: Bitmap,
}

/// All plates.
pub struct Plates {
    plates: Vec<Vec<Option<Plate>>>,
    /// Plates still to come, a number a backdrop.
    missing: Vec<usize>,
    generation: Arc<AtomicU32>,
    sender: Sender<Baked>,
    baked: Receiver<Baked>,
}

impl Plates {
    /// Starts baking the plates of all backdrops.
    pub fn new(backdrops: &[Backdrop], scale: f32) -> Self {
        let (sender, baked) = channel();
        let plates = backdrops.iter().map(|backdrop| vec![None; backdrop.layers().len()]).collect();
        let mut all = Self { plates, missing: vec![0; backdrops.len()], generation: Arc::default(), sender, baked };
        all.bake(backdrops, scale);
        all
    }

    /// Bakes other backdrops instead.
    pub fn renew(&mut self, backdrops: &[Backdrop], scale: f32, gpu: &mut Gpu) {
        for plate in self.plates.drain(..).flatten().flatten() {
            gpu.ctx.delete_texture(plate.texture);
        }
        self.plates.extend(backdrops.iter().map(|backdrop| vec![None; backdrop.layers().len()]));
        self.missing = vec![0; backdrops.len()];
        self.bake(backdrops, scale);
    }

    /// Bakes everything anew, for another scale.
    pub fn bake(&mut self, backdrops: &[Backdrop], scale: f32) {
        let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let mut jobs: Vec<(Place, Layer)> = Vec::new();
        for (index, backdrop) in backdrops.iter().enumerate() {
            let before = jobs.len();
            let layers = backdrop.layers().iter().enumerate().filter(|(_, layer)| layer.plate_size().is_some());
            jobs.extend(layers.map(|(layer_index, layer)| ((index, layer_index), layer.clone())));
            self.missing[index] = jobs.len() - before;
        }
        let (sender, current, scale) = (self.sender.clone(), Arc::clone(&self.generation), scale.min(SCALE_MAX));
        let work = move || {
            for (place, layer) in jobs {
                if current.load(Ordering::Relaxed) != generation {
                    return;
                }
                if let Some(bitmap) = layer.bake(scale) {
                    // The receiver is gone only when the program ends.
                    let _ = sender.send(Baked { generation, place, bitmap });
                }
            }
        };
        // Where there are no threads, the frame has to wait after all.
        let spare = work.clone();
        if std::thread::Builder::new().name("plates".to_owned()).spawn(work).is_err() {
            spare();
        }
    }

    /// Once a frame: takes over one plate, if one is ready.
    pub fn receive(&mut self, gpu: &mut Gpu) {
        let _transition = counter::scope(Tag::Transition);
        while let Ok(baked) = self.baked.try_recv() {
            if baked.generation != self.generation.load(Ordering::Relaxed) {
                continue;
            }
            let (backdrop, layer) = baked.place;
            let bitmap = &baked.bitmap;
            let texture = gpu.color_texture(bitmap.width as u32, bitmap.height as u32, &bitmap.rgba, false);
            let plate = Plate { texture, size: [bitmap.width as u16, bitmap.height as u16] };
            if let Some(old) = self.plates[backdrop][layer].replace(plate) {
                gpu.ctx.delete_texture(old.texture);
            }
            self.missing[backdrop] = self.missing[backdrop].saturating_sub(1);
            return;
        }
    }

    /// The plate of a layer, if it has one and it is there.
    pub fn get(&self, backdrop: usize, layer: usize) -> Option<Plate> {
        *self.plates.get(backdrop)?.get(layer)?
    }

    /// Whether every plate of the backdrop is there, of whatever scale.
    pub fn ready(&self, backdrop: usize) -> bool {
        self.missing.get(backdrop).is_none_or(|count| *count == 0)
    }
}
