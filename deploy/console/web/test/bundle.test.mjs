// The bundle that is committed is what its sources make, and light to carry.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { BUNDLE } from './mock.mjs';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const KEPT = fileURLToPath(BUNDLE);
const FIRST_LOAD_BYTES = 60 * 1024;
const WHOLE_BYTES = 250 * 1024;

const read = (folder) =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

describe('The bundle', () => {
  it('is what its sources make, byte for byte, and twice the same', () => {
    const kept = read(KEPT);
    for (const turn of [1, 2]) {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'console-bundle-'));
      execFileSync('npx', ['vite', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], { cwd: WEB });
      const built = read(folder);
      fs.rmSync(folder, { recursive: true });
      assert.deepEqual(Object.keys(built), Object.keys(kept), 'turn ' + turn);
      Object.keys(kept).forEach((name) => assert.ok(kept[name].equals(built[name]), name + ' differs from what npm run build makes'));
    }
  });

  it('is at most 60 KiB of gzip at first load, and 250 KiB in all', () => {
    const kept = Object.values(read(KEPT));
    const first = kept.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
    const whole = kept.reduce((sum, file) => sum + file.length, 0);
    assert.ok(first <= FIRST_LOAD_BYTES, first + ' bytes of gzip');
    assert.ok(whole <= WHOLE_BYTES, whole + ' bytes');
  });

  it('has no hash in its names, and nothing in it that the policy refuses or that names a machine', () => {
    const kept = read(KEPT);
    assert.deepEqual(Object.keys(kept), ['assets/index.js', 'assets/style.css', 'index.html']);
    const html = kept['index.html'].toString();
    assert.doesNotMatch(html, /style="|<style|<script>|\son\w+="|http:|https:/);
    const script = kept['assets/index.js'].toString();
    assert.doesNotMatch(script, /\beval\(|new Function\(|document\.write/);
    Object.entries(kept).forEach(([name, file]) => assert.ok(!file.toString().includes(WEB), name));
  });

  it('is built of pinned packages, and no registry is named', () => {
    const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(path.join(WEB, 'package.json'), 'utf8'));
    Object.entries({ ...dependencies, ...devDependencies }).forEach(([name, version]) => assert.match(version, /^\d+\.\d+\.\d+$/, name));
    const lock = JSON.parse(fs.readFileSync(path.join(WEB, 'package-lock.json'), 'utf8'));
    Object.entries(lock.packages).forEach(([name, one]) => assert.equal(one.resolved, undefined, name));
  });

  it('has sources of at most 300 lines a file', () => {
    const long = fs
      .readdirSync(WEB, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !/node_modules|\/target\//.test(file))
      .map((file) => [path.relative(WEB, file), fs.readFileSync(file, 'utf8').split('\n').length])
      .filter(([, lines]) => lines > 301);
    assert.deepEqual(long, []);
  });
});
