//! Contact sheets: every figure, look and backdrop in one picture, to be looked at.

use crate::paper::Bitmap;
use crate::paper::canvas::{Canvas, Placement};
use crate::paper::figure::{Clip, Figure, Pose};
use crate::paper::looks::Atlas;
use glam::Vec2;

/// Most pictures in a row.
const COLUMNS: usize = 8;

/// Each figure in a row of poses: folding, each animation at four times, hit, torn.
pub fn figures(figures: &[(&str, &Figure)], cell_px: f32) -> Bitmap {
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
pub fn atlas(atlas: &Atlas, zoom: f32) -> Bitmap {
    let (width, height) = (atlas.width as f32 * zoom, atlas.height as f32 * zoom);
    let mut canvas = Canvas::new(width as usize, height as usize);
    canvas.clear([0x1B, 0x24, 0x4C]);
    let half = Vec2::new(width, height) * 0.5;
    let place = Placement { at: half, half, angle_deg: 0.0, alpha: 1.0 };
    canvas.sprite(&atlas.bitmap(), [0.0, 0.0, atlas.width as f32, atlas.height as f32], &place, &canvas.view(1.0));
    canvas.bitmap()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::canvas::write_png;
    use crate::paper::figure::{FigureFormat, build};
    use crate::paper::looks::{LooksFile, bake};
    use std::path::Path;

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

    #[test]
    #[ignore = "writes pictures for looking at"]
    fn draw_the_sheets() {
        let folder = std::env::temp_dir().join("tamafubuki-art");
        std::fs::create_dir_all(&folder).expect("a folder");
        let drawn = drawn();
        let named: Vec<(&str, &Figure)> = drawn.iter().map(|(name, figure)| (name.as_str(), figure)).collect();
        let cell = std::env::var("CELL").ok().and_then(|c| c.parse().ok()).unwrap_or(150.0);
        let looks: LooksFile = ron::from_str(include_str!("../../assets/looks.ron")).expect("the table");
        let baked: Vec<(&str, &Figure)> = named.iter().copied().filter(|(n, _)| n.starts_with("item_") || n.starts_with("shot_")).collect();
        let baked = bake(&looks.looks, &looks.rgb(), &baked, 2.0);
        write_png(&atlas(&baked, 2.0), &folder.join("atlas.png")).expect("a picture");
        write_png(&figures(&named, cell), &folder.join("figures.png")).expect("a picture");
    }
}
