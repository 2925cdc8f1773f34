<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>nestwright::MappingRows</name>
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
<context>
    <name>nestwright::gui::ReportPage</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
</context>
</TS>
