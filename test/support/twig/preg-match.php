<?php
// Runs preg_match for each pattern and text. Reads {patterns, texts} from stdin, and writes a list for each pattern to
// stdout. Its items are null (preg_match failed), false (no match) or the groups of the match, each as [start in bytes,
// text].
error_reporting(0);
['patterns' => $patterns, 'texts' => $texts] = json_decode(stream_get_contents(STDIN), true);
$results = [];
foreach ($patterns as $pattern) {
    $results[] = array_map(function (string $text) use ($pattern) {
        $found = preg_match($pattern, $text, $groups, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
        if ($found === false) {
            return null;
        }
        if ($found === 0) {
            return false;
        }
        $byNumber = array_filter($groups, 'is_int', ARRAY_FILTER_USE_KEY);
        return array_map(fn (array $group) => [$group[1], $group[0]], array_values($byNumber));
    }, $texts);
}
echo json_encode($results, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
