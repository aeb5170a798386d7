//! Contact sheets: figures, the atlas, a backdrop, as pictures to be looked at while they are made. Part of the tests only.
//!
//! `cargo test draw_ -- --ignored` writes them to the folder `tamafubuki-art` of the system's temporary folder. The environment may
//! say which: `ART` names figures (with commas) or one backdrop, `CELL` is the side of a picture in pixels.

use crate::paper::Bitmap;
use crate::paper::backdrop::{Backdrop, BackdropFormat, Moment};
use crate::paper::canvas::{Canvas, Placement, write_png};
use crate::paper::figure::{Clip, Figure, FigureFormat, Pose, build};
use crate::paper::looks::{Atlas, LooksFile, bake};
use crate::sim::field::{HEIGHT_PX, WIDTH_PX};
use glam::Vec2;
use std::path::Path;

/// Most pictures in a row.
const COLUMNS: usize = 8;

/// Each figure in a row of poses: folding, each animation at four times, hit, torn.
fn figures(figures: &[(&str, &Figure)], cell_px: f32) -> Bitmap {
    let poses = figures.iter().map(|(_, figure)| poses(figure, cell_px).into_iter().map(move |pose| (*figure, pose)).collect::<Vec<_>>());
    let rows: Vec<Vec<(&Figure, Pose)>> = poses.flat_map(|row| row.chunks(COLUMNS).map(<[_]>::to_vec).collect::<Vec<_>>()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut canvas = Canvas::new((columns as f32 * cell_px) as usize, (rows.len() as f32 * cell_px) as usize);
    canvas.clear([0x1B, 0x24, 0x4C]);
    let view = canvas.view(1.0);
    let mut mesh = Vec::new();
    for (row, poses) in rows.iter().enumerate() {
        for (column, (figure, pose)) in poses.iter().enumerate() {
            let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * cell_px;
            let pose = Pose { at, ..*pose };
            figure.shadow_mesh(&pose, Vec2::new(3.0, 4.0) * pose.scale.min(3.0), [4, 4, 16, 90], &mut mesh);
            figure.mesh(&pose, &mut mesh);
        }
    }
    canvas.triangles(&mesh, &view);
    canvas.bitmap()
}

/// Every look in every colour, then every named cell, `zoom` canvas pixels for a texel.
fn atlas(atlas: &Atlas, zoom: f32) -> Bitmap {
    let (width, height) = (atlas.width as f32 * zoom, atlas.height as f32 * zoom);
    let mut canvas = Canvas::new(width as usize, height as usize);
    canvas.clear([0x1B, 0x24, 0x4C]);
    let half = Vec2::new(width, height) * 0.5;
    let place = Placement { at: half, half, angle_deg: 0.0, alpha: 1.0 };
    canvas.sprite(&atlas.bitmap(), [0.0, 0.0, atlas.width as f32, atlas.height as f32], &place, &canvas.view(1.0));
    canvas.bitmap()
}

/// A backdrop at each of some moments, side by side, `scale` canvas pixels for a px.
fn backdrop(backdrop: &Backdrop, moments: &[Moment], scale: f32) -> Bitmap {
    let (width, height) = ((WIDTH_PX * scale) as usize, (HEIGHT_PX * scale) as usize);
    let plates: Vec<Option<Bitmap>> = backdrop.layers().iter().map(|layer| layer.bake(scale)).collect();
    let mut sheet = Bitmap::new(width * moments.len(), height);
    for (i, moment) in moments.iter().enumerate() {
        let mut canvas = Canvas::new(width, height);
        draw_backdrop(backdrop, &plates, moment, &mut canvas, scale);
        sheet.paste(&canvas.bitmap(), i * width, 0);
    }
    sheet
}

/// Draws a backdrop whose plates have been baked.
fn draw_backdrop(backdrop: &Backdrop, plates: &[Option<Bitmap>], moment: &Moment, canvas: &mut Canvas, scale: f32) {
    let view = canvas.view(scale);
    for (layer, plate) in backdrop.layers().iter().zip(plates) {
        if let Some(plate) = plate {
            let mut places = Vec::new();
            layer.place(moment, &mut places);
            let source = [0.0, 0.0, plate.width as f32, plate.height as f32];
            places.iter().for_each(|place| canvas.sprite(plate, source, place, &view));
        }
        let mut mesh = Vec::new();
        layer.mesh(moment, &mut mesh);
        canvas.triangles(&mesh, &view);
    }
}

fn poses(figure: &Figure, cell_px: f32) -> Vec<Pose> {
    let rest = Pose { scale: cell_px * 0.42 / figure.radius(), ..Pose::default() };
    let mut poses: Vec<Pose> = [0.0, 0.25, 0.5, 0.75].map(|fold| Pose { fold, ..rest }).to_vec();
    for (index, _) in figure.animation_names().enumerate() {
        let index = index as u8;
        let length = figure.animation_ticks(index);
        let times: &[f32] = if length <= 1.0 { &[0.0] } else { &[0.0, 0.25, 0.5, 0.75] };
        poses.extend(times.iter().map(|share| Pose { clips: [Clip::new(Some(index), share * length), Clip::NONE, Clip::NONE], ..rest }));
    }
    poses.push(Pose { flash: 0.7, ..rest });
    poses.extend([0.25, 0.6].map(|tear| Pose { tear, ..rest }));
    poses
}

/// The figures on disk by name; `ART` names some of them.
fn drawn() -> Vec<(String, Figure)> {
    let wanted = std::env::var("ART").unwrap_or_default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/figures");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of figures") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if !wanted.is_empty() && !wanted.split(',').any(|w| w == name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let format: FigureFormat = ron::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        for problem in format.check() {
            println!("{name}: {:?}: {}; {}", problem.path, problem.found, problem.expected);
        }
        all.push((name, build(&format)));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join("tamafubuki-art");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
#[ignore = "writes pictures for looking at"]
fn draw_figures() {
    let drawn = drawn();
    let named: Vec<(&str, &Figure)> = drawn.iter().map(|(name, figure)| (name.as_str(), figure)).collect();
    let cell = std::env::var("CELL").ok().and_then(|c| c.parse().ok()).unwrap_or(150.0);
    write_png(&figures(&named, cell), &folder().join("figures.png")).expect("a picture");
}

#[test]
#[ignore = "writes pictures for looking at"]
fn draw_atlas() {
    let looks: LooksFile = ron::from_str(include_str!("../../assets/looks.ron")).expect("the table");
    let drawn = drawn();
    let sprites: Vec<(&str, &Figure)> =
        drawn.iter().map(|(n, f)| (n.as_str(), f)).filter(|(n, _)| n.starts_with("item_") || n.starts_with("shot_")).collect();
    let baked = bake(&looks.looks, &looks.rgb(), &sprites, 2.0);
    write_png(&atlas(&baked, 2.0), &folder().join("atlas.png")).expect("a picture");
}

#[test]
#[ignore = "writes pictures for looking at"]
fn draw_backdrops() {
    let name = std::env::var("ART").unwrap_or("night_festival".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/backdrops/{name}.ron"));
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES);
    let format: BackdropFormat = options.from_str(&std::fs::read_to_string(path).expect("a file")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(format.check(), []);
    let moment = |scroll_px: f32, time_ticks: f32| Moment { scroll_px, time_ticks, alpha: 1.0 };
    let moments = [moment(0.0, 0.0), moment(1700.0, 4900.0), moment(3800.0, 10_900.0)];
    write_png(&backdrop(&Backdrop::new(&format), &moments, 2.0), &folder().join(format!("{name}.png"))).expect("a picture");
}
