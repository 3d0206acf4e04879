//! No files of `src/` import each other in a circle. A file may import from the `mod.rs` of its own folders, which is their face.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module: the names from the crate down to it.
type Module = Vec<String>;

fn files_under(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files_under(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn module_of(path: &Path, root: &Path) -> Module {
    let inside = path.strip_prefix(root).unwrap().with_extension("");
    let names = inside.iter().map(|name| name.to_str().unwrap().to_owned());
    names
        .filter(|name| !["mod", "lib"].contains(&name.as_str()))
        .collect()
}

/// The paths that a tree of `use` names: `a::{b, c::d}` names `a::b` and `a::c::d`.
fn paths_of(tree: &str) -> Vec<String> {
    let Some((start, branches)) = tree.split_once('{') else {
        return vec![tree.trim().to_owned()];
    };
    let branches = branches.rsplit_once('}').unwrap().0;
    let (mut depth, mut found) = (0, vec![String::new()]);
    for letter in branches.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut().unwrap().push(letter);
    }
    let inner = found.iter().flat_map(|branch| paths_of(branch));
    inner
        .map(|path| format!("{}{path}", start.trim()))
        .collect()
}

/// The modules that a file imports from, but for those that it lies in.
fn imports(text: &str, own: &Module, modules: &BTreeSet<Module>) -> BTreeSet<Module> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let trees = ["\nuse ", "\npub use ", "\npub(super) use "]
        .into_iter()
        .flat_map(|start| code.split(start).skip(1))
        .map(|rest| rest.split(';').next().unwrap());
    let absolute = |path: String| {
        let mut base = own.clone();
        for name in path.split("::").map(str::trim) {
            match name {
                "crate" => base.clear(),
                "self" => {}
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        base
    };
    let file_of = |mut path: Module| {
        while !modules.contains(&path) {
            path.pop()?;
        }
        Some(path)
    };
    trees
        .flat_map(paths_of)
        .map(absolute)
        .filter_map(file_of)
        .filter(|module| !own.starts_with(module))
        .collect()
}

/// Modules that lie on a circle: those left when all that import nothing of the rest, or are imported by nothing, are gone.
fn on_circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut left: BTreeSet<Module> = graph.keys().cloned().collect();
    loop {
        let imports_left = |module: &Module| graph[module].iter().any(|it| left.contains(it));
        let is_imported = |module: &Module| left.iter().any(|it| graph[it].contains(module));
        let kept: BTreeSet<Module> = left
            .iter()
            .filter(|module| imports_left(module) && is_imported(module))
            .cloned()
            .collect();
        if kept.len() == left.len() {
            return left;
        }
        left = kept;
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files_under(&root);
    let modules: BTreeSet<Module> = files.iter().map(|path| module_of(path, &root)).collect();
    let of_product = files
        .iter()
        .filter(|path| !path.iter().any(|name| name == "tests"));
    let graph: BTreeMap<Module, BTreeSet<Module>> = of_product
        .map(|path| {
            let own = module_of(path, &root);
            let text = fs::read_to_string(path).unwrap();
            let mut imports = imports(&text, &own, &modules);
            imports.retain(|module| !module.contains(&"tests".to_owned()));
            (own, imports)
        })
        .collect();
    let known: BTreeSet<Module> = graph.keys().cloned().collect();
    let graph = graph
        .into_iter()
        .map(|(own, imports)| (own, imports.intersection(&known).cloned().collect()))
        .collect();
    let circles = on_circles(&graph);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let modules = ["a", "b", "c"].map(module).into();
    let imports = |text: &str| imports(text, &module("a"), &modules);
    assert_eq!(
        imports("\nuse crate::{b::X, c};"),
        ["b", "c"].map(module).into()
    );
    let graph = [("a", "b"), ("b", "c"), ("c", "b")]
        .map(|(own, other)| (module(own), [module(other)].into()))
        .into();
    assert_eq!(on_circles(&graph), ["b", "c"].map(module).into());
}
