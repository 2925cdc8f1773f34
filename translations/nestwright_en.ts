<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>nestwright::MappingPainter</name>
    <message numerus="yes">
        <source>%1 is kept here: %2 a tile, %n tile(s)</source>
        <translation>
            <numerusform>%1 is kept here: %2 a tile, %n tile</numerusform>
            <numerusform>%1 is kept here: %2 a tile, %n tiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::OperatorTableModel</name>
    <message numerus="yes">
        <source>%n operators have this shape.</source>
        <translation>
            <numerusform>%n operator has this shape.</numerusform>
            <numerusform>%n operators have this shape.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::RooflineChart</name>
    <message numerus="yes">
        <source>%n operator(s) with a mark; arrow keys walk through them</source>
        <translation>
            <numerusform>%n operator with a mark; arrow keys walk through them</numerusform>
            <numerusform>%n operators with a mark; arrow keys walk through them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::ComparePage</name>
    <message numerus="yes">
        <source>%n accelerator(s)</source>
        <translation>
            <numerusform>%n accelerator</numerusform>
            <numerusform>%n accelerators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::EvidencePage</name>
    <message numerus="yes">
        <source>%n row(s) of evidence missing</source>
        <translation>
            <numerusform>%n row of evidence missing</numerusform>
            <numerusform>%n rows of evidence missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) open</source>
        <translation>
            <numerusform>%n question open</numerusform>
            <numerusform>%n questions open</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::Inspector</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>same shape as %n other(s)</source>
        <translation>
            <numerusform>same shape as %n other</numerusform>
            <numerusform>same shape as %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s), %1</source>
        <translation>
            <numerusform>%n operator, %1</numerusform>
            <numerusform>%n operators, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::MainWindow</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::MappingPage</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bytes of the tensor; %n pass(es) over the input</source>
        <translation>
            <numerusform>Bytes of the tensor; %n pass over the input</numerusform>
            <numerusform>Bytes of the tensor; %n passes over the input</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nestwright::gui::MessagePanel</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
</TS>
