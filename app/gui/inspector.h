// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <vector>

class QLabel;
class QPlainTextEdit;

namespace nestwright {
class AttributionBar;
class FigureGrid;
} // namespace nestwright

namespace nestwright::gui {

class Document;

/// What is known of the selected operator on the current accelerator; without a selection, of the whole model.
class Inspector : public QScrollArea {
    Q_OBJECT

public:
    explicit Inspector(Document& document, QWidget* parent = nullptr);

signals:
    void mappingWanted();
    void setupWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct FigureRow {
        QString name;
        QString value;
        QString toolTip;
    };

    void refresh();
    void showModel();
    void showOperator();
    void showUnbound();
    void showTime();
    void showBottleneck();
    void showChanges();
    void showFigures();
    /// The addends of the predicted time, by which a reader can check it.
    void showTerms();
    void showPorts();
    /// The operators of the selected one's shape, which a folded node or a row of the table stands for together.
    struct Alike {
        int count = 0; ///< 0 where the operator is the only one
        double share = 0;
    };
    [[nodiscard]] Alike sharesOfShape() const;
    [[nodiscard]] std::vector<FigureRow> operatorFigures() const;
    [[nodiscard]] std::vector<FigureRow> modelFigures() const;
    void showMapping();
    void showLayerTypes();
    void showAttributes();
    /// Shows or hides a caption with what stands below it.
    static void setSection(QWidget* caption, QWidget* content, bool isShown);

    Document& m_document;
    QLabel* m_name;
    QLabel* m_title;
    QLabel* m_dims;
    QLabel* m_fit;
    QLabel* m_unbound;
    QWidget* m_time;
    QLabel* m_timeText;
    AttributionBar* m_bar;
    QLabel* m_barText;
    QLabel* m_bottleneckCaption;
    QLabel* m_bottleneck;
    QLabel* m_mappingLink;
    QLabel* m_changesCaption;
    FigureGrid* m_changes;
    QLabel* m_figuresCaption;
    FigureGrid* m_figures;
    QLabel* m_termsCaption;
    FigureGrid* m_terms;
    QLabel* m_portsCaption;
    FigureGrid* m_ports;
    QLabel* m_nestCaption;
    QPlainTextEdit* m_nest;
    QLabel* m_layerTypesCaption;
    FigureGrid* m_layerTypes;
    QLabel* m_attributesCaption;
    FigureGrid* m_attributes;
};

} // namespace nestwright::gui
