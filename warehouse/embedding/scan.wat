;; Dot products of one query with int8 rows, 128 bits at a time. The query is widened to 16 bits beforehand, so each
;; step loads eight bytes of a row as 16-bit numbers and multiplies and adds them in pairs. dims is a multiple of 16.
;; Compiled by `npm run wasm`.
(module
  (import "vectors" "memory" (memory 1 65536 shared))

  (func $dot (param $query i32) (param $row i32) (param $dims i32) (result i32)
    (local $end i32) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $row) (local.get $dims)))
    (loop $step
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (v128.load (local.get $query)) (v128.load8x8_s (local.get $row)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $query)) (v128.load8x8_s offset=8 (local.get $row)))))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $row) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  ;; of count rows that follow one another those whose dot is at least so much: their places and dots; how many they
  ;; are. The first $begin numbers of each row are multiplied first: where $rests tells how long the rest of a row is, what
  ;; cannot reach $least by it and by the length $rest of the query's is left.
  (func (export "nearer") (param $query i32) (param $row i32) (param $count i32) (param $dims i32) (param $least i32) (param $places i32) (param $out i32) (param $begin i32) (param $rests i32) (param $rest i32) (result i32)
    (local $at i32) (local $dot i32) (local $kept i32) (local $queryEnd i32) (local $end i32)
    (local.set $queryEnd (i32.add (local.get $query) (i32.shl (local.get $begin) (i32.const 1))))
    (local.set $end (i32.sub (local.get $dims) (local.get $begin)))
    (loop $next
      (local.set $dot (call $dot (local.get $query) (local.get $row) (local.get $begin)))
      (block $left
        (if (local.get $end) (then
          (br_if $left (i32.lt_s
            (i32.add (local.get $dot) (i32.mul (local.get $rest)
              (i32.load16_u (i32.add (local.get $rests) (i32.shl (local.get $at) (i32.const 1))))))
            (local.get $least)))
          (local.set $dot (i32.add (local.get $dot)
            (call $dot (local.get $queryEnd) (i32.add (local.get $row) (local.get $begin)) (local.get $end))))))
        (if (i32.ge_s (local.get $dot) (local.get $least))
          (then
            (i32.store (i32.add (local.get $places) (i32.shl (local.get $kept) (i32.const 2))) (local.get $at))
            (i32.store (i32.add (local.get $out) (i32.shl (local.get $kept) (i32.const 2))) (local.get $dot))
            (local.set $kept (i32.add (local.get $kept) (i32.const 1))))))
      (local.set $row (i32.add (local.get $row) (local.get $dims)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
    (local.get $kept))

  ;; of count rows how long they are from $begin on, rounded up
  (func (export "rests") (param $row i32) (param $count i32) (param $dims i32) (param $begin i32) (param $out i32)
    (local $at i32) (local $sum i32) (local $number i32) (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (loop $next
      (local.set $at (i32.add (local.get $row) (local.get $begin)))
      (local.set $row (i32.add (local.get $row) (local.get $dims)))
      (local.set $sum (i32.const 0))
      (loop $one
        (local.set $number (i32.load8_s (local.get $at)))
        (local.set $sum (i32.add (local.get $sum) (i32.mul (local.get $number) (local.get $number))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $one (i32.lt_u (local.get $at) (local.get $row))))
      (i32.store16 (local.get $out) (i32.trunc_f64_u (f64.ceil (f64.sqrt (f64.convert_i32_u (local.get $sum))))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $out) (local.get $end)))))

  ;; count rows whose numbers stand in a list
  (func (export "listed") (param $query i32) (param $base i32) (param $list i32) (param $count i32) (param $dims i32) (param $out i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (i32.store (local.get $out) (call $dot (local.get $query)
        (i32.add (local.get $base) (i32.mul (i32.load (local.get $list)) (local.get $dims))) (local.get $dims)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $out) (local.get $end))))))
