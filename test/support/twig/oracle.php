<?php
// Renders templates with PHP Twig. Reads a JSON list [{template, data, partials, strict}] from stdin, and writes a list
// of {output} or {error, line, kind} to stdout. Autoescapes HTML, uses UTC, and has strict variables off unless
// `strict` is true. Loads the intl, string and html extras if they are installed.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED & ~E_WARNING & ~E_NOTICE);
ini_set('display_errors', '0');
date_default_timezone_set('UTC');
// PDFAPI_TEST_TWIG: an autoload.php of another Twig than the installed one.
require_once getenv('PDFAPI_TEST_TWIG') ?: 'Twig/autoload.php';
if (class_exists('Locale')) {
    Locale::setDefault('en');
}
$extensions = [];
foreach (['Intl', 'String', 'Html'] as $extra) {
    @include_once "Twig/Extra/$extra/autoload.php";
    $class = "Twig\\Extra\\$extra\\{$extra}Extension";
    if (class_exists($class)) {
        $extensions[] = $class;
    }
}

// One environment for all lenient cases and one for all strict ones, because creating one costs more than most cases.
// A template's class is named after its source, so that no case uses the template of another one.
$environments = [];
foreach ([false, true] as $strict) {
    $twig = new Twig\Environment(new Twig\Loader\ArrayLoader(), ['autoescape' => 'html', 'strict_variables' => $strict]);
    foreach ($extensions as $class) {
        $twig->addExtension(new $class());
    }
    $environments[] = $twig;
}

$results = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $case) {
    $twig = $environments[(int) ($case['strict'] ?? false)];
    $twig->setLoader(new Twig\Loader\ArrayLoader(['main' => $case['template']] + ($case['partials'] ?? [])));
    $level = ob_get_level();
    try {
        $results[] = ['output' => $twig->render('main', $case['data'] ?? [])];
    } catch (Twig\Error\Error $error) {
        $results[] = [
            'error' => $error->getRawMessage(),
            'line' => $error->getTemplateLine(),
            'kind' => $error instanceof Twig\Error\SyntaxError ? 'syntax' : 'runtime',
        ];
    } catch (Throwable $error) {
        $results[] = ['error' => $error->getMessage(), 'line' => 0, 'kind' => 'runtime'];
    }
    while (ob_get_level() > $level) {
        ob_end_clean();
    }
}
echo json_encode($results, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
